import { useTranslation } from 'react-i18next'
import { shownNumber } from '#rules/typed/number'
import type { PageHandle } from '~/document/page-handle'
import { continueSignIn } from '~/features/sign-in/continue-sign-in.server'
import { codeSignIn } from '~/flows/sign-in/code-sign-in.server'
import { Agreement } from '~/forms/agreement'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { newPersonFields } from '~/navigation/guards/new-person.server'
import { LinkList } from '~/ui/link-list'

// Sign-in with an SMS code, step 3: the number is proven, and has no account yet.
export const handle: PageHandle = { title: 'login.create.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await codeSignIn.mobile.require(args, 'create')
  return reply({ mobile: shownNumber(step.mobile) })
}

export const action = async (args: ActionFunctionArgs) => {
  const { mobile, ...step } = await codeSignIn.mobile.require(args, 'create')
  return continueSignIn(args, 'mobile', { ...step, to: mobile, ...(await newPersonFields(args)) })
}

export default function CreateAfterSms() {
  const { t } = useTranslation()
  const { mobile } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
      title="login.create.title"
      submit="login.create.submit"
      lead={<p>{t('login.create.text', { mobile })}</p>}
      after={
        <LinkList title="ways.have_account" links={{ '/login/sms': 'ways.other_number', '/login': 'ways.password' }} />
      }
    >
      <Agreement />
    </FormPage>
  )
}
