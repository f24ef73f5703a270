import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { codeSignIn } from '~/flows/code-sign-in.server'
import { FormPage } from '~/forms/form-page'
import { spacedMobile } from '~/forms/mobile-number'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { askToRestore } from '~/sign-in/ask-to-restore.server'
import { LinkList } from '~/ui/link-list'

// Sign-in with an SMS code, step 3: the number is proven, and has no account yet.
export const handle: PageHandle = { title: 'login.create.title' }

const Create = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await codeSignIn.mobile.require(args, 'create')
  return reply({ mobile: spacedMobile(step.mobile) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await codeSignIn.mobile.require(args, 'create')
  const form = await readForm(args, Create)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.smsLoginContinue({ ticket: step.ticket })
  if (answer.ok) return step.finish()
  if (answer.code === 'account_cancelled') return askToRestore(args, answer.data)
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function CreateAfterSms() {
  const { t } = useTranslation()
  const { mobile } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Create>()
  return (
    <FormPage
      page={page}
      title="login.create.title"
      submit="login.create.submit"
      lead={<p>{t('login.create.text', { mobile })}</p>}
      after={
        <LinkList title="ways.have_account" links={{ '/login/sms': 'ways.other_number', '/login': 'ways.password' }} />
      }
    />
  )
}
