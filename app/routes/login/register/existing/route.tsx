import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { registerAddress } from '~/flows/register.server'
import { FormPage } from '~/forms/form-page'
import { spacedMobile } from '~/forms/mobile-number'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { continueBySms } from '~/sign-in/continue-by-sms.server'
import { LinkList } from '~/ui/link-list'

// Registration with a mobile, step 3: the number is proven, and has an account already.
export const handle: PageHandle = { title: 'register.existing.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await registerAddress.mobile.require(args, 'existing')
  return reply({ mobile: spacedMobile(step.mobile) })
}

export const action = async (args: ActionFunctionArgs) =>
  continueBySms(args, await registerAddress.mobile.require(args, 'existing'))

export default function ExistingAccount() {
  const { t } = useTranslation()
  const { mobile } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
      title="register.existing.title"
      submit="register.existing.submit"
      lead={<p>{t('register.existing.text', { mobile })}</p>}
      after={
        <LinkList
          title="ways.register_otherwise"
          links={{ '/login/register': 'ways.other_number', '/login/register/email': 'ways.by_email' }}
        />
      }
    />
  )
}
