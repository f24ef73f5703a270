import { emailPurpose } from '#contract/terms/purposes'
import type { PageHandle } from '~/document/page-handle'
import { emailKey } from '~/features/addresses/address-calls.server'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodePage } from '~/features/codes/code-page'
import { replyWithCode } from '~/features/codes/sent-code.server'
import { lostMobileByEmail } from '~/flows/accounts/lost-mobile.server'
import { codeAlone } from '~/forms/field-schemas'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { againAt } from '~/navigation/returning/return-address'
import { api } from '~/runtime/api.server'

// Removing a lost mobile by email, step 2: the code.
export const handle: PageHandle = { title: 'code.title_email' }

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await lostMobileByEmail.require(args, 'code')
  return replyWithCode(step.code)
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await lostMobileByEmail.require(args, 'code')
  const sent = { email: step.code.to, type: emailPurpose.notSignedIn }
  const client = await api(args)
  const form = await readCodeForm(args, codeAlone, { step, resend: { code: () => client.sendEmailCode(sent) } })
  if (!form.ok) return form.reply()
  const answer = await client.validateEmailCode({ ...sent, ...emailKey(step.code), code: form.value.code })
  return answer.ok ? step.goTo('confirm', { ticket: answer.data.ticket, to: step.code.to }) : form.reply(answer)
}

export default function LostMobileEmailCode() {
  const { sent } = useLoaderData<typeof loader>()
  return (
    <CodePage
      page={usePageForm<typeof codeAlone>()}
      title="code.title_email"
      submit="lost.continue"
      sent={sent}
      by="email_sign_in"
      back={{ path: againAt('/account-help/mobile-lost/email'), text: 'resend.back_email' }}
      meanwhile={{ '/account-help/mobile-lost/password': 'lost.by_password' }}
    />
  )
}
