import type { PageHandle } from '~/document/page-handle'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodePage } from '~/features/codes/code-page'
import { replyWithCode } from '~/features/codes/sent-code.server'
import { finishWithIdentity } from '~/features/platforms/connect-here.server'
import { confirmSignIn } from '~/flows/sign-in/confirm-sign-in.server'
import { codeAlone } from '~/forms/field-schemas'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { requireSignedOut } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'

// Sign-in with an SMS code to an account that has not been used for a long time: the code to its email.
export const handle: PageHandle = { title: 'code.title_email' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedOut(args)
  const step = await confirmSignIn.require(args, 'code')
  return replyWithCode(step.code)
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await confirmSignIn.require(args, 'code')
  const { ticket } = step
  const client = await api(args)
  const form = await readCodeForm(args, codeAlone, {
    step,
    resend: { code: () => client.sendConfirmationCode({ ticket }) },
  })
  if (!form.ok) return form.reply()
  const answer = await client.confirmSignIn({ ticket, way: 'email', code: form.value.code })
  if (answer.ok) return finishWithIdentity(args, step, { ...step, userId: answer.data.user_id })
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function ConfirmByCode() {
  const { sent } = useLoaderData<typeof loader>()
  return (
    <CodePage
      page={usePageForm<typeof codeAlone>()}
      title="code.title_email"
      submit="login.submit"
      sent={sent}
      by="email"
      back={{ path: '/login/sms/confirm', text: 'cancel.other_way' }}
    />
  )
}
