import type { PageHandle } from '~/document/page-handle'
import { addressCalls } from '~/features/addresses/address-calls.server'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodePage } from '~/features/codes/code-page'
import { replyWithCode } from '~/features/codes/sent-code.server'
import { cancelAccount } from '~/flows/accounts/cancel-account.server'
import { codeAlone } from '~/forms/field-schemas'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'

// Cancelling an account, step 2: the code.
export const handle: PageHandle = { title: 'stepUp.title.second' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const { kind, code } = await cancelAccount.require(args, 'code')
  return replyWithCode(code, { kind })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await cancelAccount.require(args, 'code')
  const calls = addressCalls[step.kind](await api(args))
  const form = await readCodeForm(args, codeAlone, { step, resend: { code: () => calls.sendCode('verifyOld') } })
  if (!form.ok) return form.reply()
  const answer = await calls.verify('verifyOld', { sent: step.code, code: form.value.code }, 'cancellation')
  if (answer.ok) return step.goTo('confirm', { ticket: answer.data.verify_ticket })
  return form.reply(answer)
}

export default function CancelByCode() {
  const { kind, sent } = useLoaderData<typeof loader>()
  return (
    <CodePage
      page={usePageForm<typeof codeAlone>()}
      title="stepUp.title.second"
      submit="stepUp.continue"
      sent={sent}
      by={kind}
      back={{ path: '/settings/cancel', text: 'cancel.other_way' }}
    />
  )
}
