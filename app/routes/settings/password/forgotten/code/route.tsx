import type { PageHandle } from '~/document/page-handle'
import { addressCalls } from '~/features/addresses/address-calls.server'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodePage } from '~/features/codes/code-page'
import { replyWithCode } from '~/features/codes/sent-code.server'
import { forgottenPassword } from '~/flows/accounts/forgotten-password.server'
import { codeAlone } from '~/forms/field-schemas'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Replacing a forgotten password while signed in, step 2: the code.
export const handle: PageHandle = { title: 'password.code_title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const step = await forgottenPassword.require(args, 'code')
  return replyWithCode(step.code, { kind: step.kind })
}

export const action = async (args: ActionFunctionArgs) => {
  await requireSignedIn(args)
  const step = await forgottenPassword.require(args, 'code')
  const calls = addressCalls[step.kind](await api(args))
  const form = await readCodeForm(args, codeAlone, { step, resend: { code: () => calls.sendCode('modifyPassword') } })
  if (!form.ok) return form.reply()
  const answer = await calls.verify('modifyPassword', { sent: step.code, code: form.value.code })
  return answer.ok ? step.goTo('new', { ticket: answer.data.verify_ticket }) : form.reply(answer)
}

export default function ForgottenPasswordCode() {
  const { kind, sent } = useLoaderData<typeof loader>()
  return (
    <CodePage
      page={usePageForm<typeof codeAlone>()}
      title="password.code_title"
      submit="password.code_submit"
      sent={sent}
      by={kind}
      back={{ path: '/settings/password/forgotten', text: 'password.code_otherwise' }}
      after={<BackToSettings />}
    />
  )
}
