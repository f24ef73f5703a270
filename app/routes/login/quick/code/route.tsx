import type { PageHandle } from '~/document/page-handle'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodePage } from '~/features/codes/code-page'
import { replyWithCode, type SendAnswer } from '~/features/codes/sent-code.server'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { signInRemembered } from '~/features/sign-in/remembered-account.server'
import { quickSignIn } from '~/flows/sign-in/quick-sign-in.server'
import { codeAlone } from '~/forms/field-schemas'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards/guards.server'
import type { Args } from '~/session/visitor.server'

// Sign-in to an account that this device remembers: the code.
export const handle: PageHandle = { title: 'quick.code_title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedOut(args)
  const { code: sentBefore, by } = await quickSignIn.require(args, 'code')
  return replyWithCode(sentBefore, { by })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await quickSignIn.require(args, 'code')
  const { account } = step
  const form = await readCodeForm(args, codeAlone, { step, resend: { code: () => sendAgain(args, account) } })
  if (!form.ok) return form.reply()
  const signedIn = await signInRemembered(args, account, { code: form.value.code, key: step.code.key })
  if (!signedIn) return step.abandon({ path: '/login', notice: 'remembered_over' })
  const { answer } = signedIn
  if (answer.ok) return step.finish()
  return answer.code === 'account_cancelled' ? askToRestore(args, answer.data) : form.reply(answer)
}

/** Sends another code, by the call without a code. A device that does not remember the account begins again. */
const sendAgain = async (args: Args, account: string): Promise<SendAnswer> => {
  const answer = (await signInRemembered(args, account))?.answer
  const over = { ok: false, code: 'ticket_refused', description: '', data: {}, logId: '' } as const
  if (!answer || answer.ok) return over
  switch (answer.code) {
    case 'code_needed': {
      const { masked: mobile, sms_code_key, retry_after } = answer.data
      return { ok: true, data: { mobile, sms_code_key, retry_after }, logId: answer.logId }
    }
    case 'captcha_required':
    case 'second_verification_required':
    case 'resend_too_soon':
    case 'code_limit_reached':
    case 'undeliverable':
    case 'too_many_requests':
    case 'busy':
      return answer
    default:
      return over
  }
}

export default function QuickCode() {
  const { sent, by } = useLoaderData<typeof loader>()
  return (
    <CodePage
      page={usePageForm<typeof codeAlone>()}
      title="quick.code_title"
      submit="login.submit"
      sent={sent}
      by={by}
      back={{ path: '/login', text: 'quick.other_way' }}
    />
  )
}
