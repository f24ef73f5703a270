import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { registerAddress } from '~/flows/register.server'
import { FormPage } from '~/forms/form-page'
import { spacedMobile } from '~/forms/mobile-number'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { askToRestore } from '~/sign-in/ask-to-restore.server'
import { LinkList } from '~/ui/link-list'

// Registration with a mobile, step 3: the number is proven, and has an account already.
export const handle: PageHandle = { title: 'register.existing.title' }

const SignIn = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await registerAddress.mobile.require(args, 'existing')
  return reply({ mobile: spacedMobile(step.mobile) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await registerAddress.mobile.require(args, 'existing')
  const form = await readForm(args, SignIn)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.smsLoginContinue({ ticket: step.ticket })
  if (answer.ok) return step.finish()
  if (answer.code === 'account_cancelled') return askToRestore(args, answer.data)
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function ExistingAccount() {
  const { t } = useTranslation()
  const { mobile } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof SignIn>()
  return (
    <FormPage
      page={page}
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
