import type { PageHandle } from '~/document/page-handle'
import { addressCalls } from '~/features/addresses/address-calls.server'
import { addressWithCodeForms } from '~/features/addresses/address-form'
import { type AddressKind, addressKindOf } from '~/features/addresses/address-kind'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodePage } from '~/features/codes/code-page'
import { isOnItsWay, replyWithCode, sentFirst } from '~/features/codes/sent-code.server'
import { rebindAddress } from '~/flows/accounts/rebind-address.server'
import { linesOf } from '~/forms/failure-texts'
import { EmailField, MobileField } from '~/forms/fields/fields'
import { isStepUp } from '~/forms/step-up/step-up.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { api } from '~/runtime/api.server'
import { logIdOf } from '~/runtime/log.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Changing an address, step 1 of 2: prove that the old one is still yours, and enter the new one.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.change.old_title` }

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  const step = await rebindAddress[kind].require(args, 'old')
  return replyWithCode(step.code, { kind })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const step = await rebindAddress[kind].require(args, 'old')
  const calls = addressCalls[kind](await api(args))
  const resend = { code: () => calls.sendCode('verifyOld') }
  const form = await readCodeForm(args, addressWithCodeForms[kind], { step, resend })
  if (!form.ok) return form.reply()
  const { to, code } = form.value
  const answer = await calls.verify('verifyOld', { sent: step.code, code })
  if (!answer.ok) return form.reply(answer)
  const proven = { old: step.code.to, ticket: answer.data.verify_ticket }
  const sent = await calls.sendCode('changeToNew', { to, verify_ticket: proven.ticket })
  if (isOnItsWay(sent)) return step.goTo('confirm', { ...proven, code: sentFirst(to, sent) })
  // The code is used up, so a page without a code asks for the new address. A captcha can be solved there, too.
  const lines = isStepUp(sent) ? [] : linesOf(sent, logIdOf(args))
  return step.goTo('new', { ...proven, tried: { to, lines: JSON.stringify(lines) } })
}

/** The link for a person who cannot receive codes there any more. */
const ifLost = {
  mobile: { path: '/account-help/mobile-lost', text: 'mobile.lost' },
  email: { path: '/settings/email/remove', text: 'email.lost' },
}

export default function ProveOldAddress() {
  const { kind, sent } = useLoaderData<typeof loader>()
  const page = usePageForm<(typeof addressWithCodeForms)[AddressKind]>()
  const label = `${kind}.change.new_label`
  return (
    <CodePage
      page={page}
      title={`${kind}.change.old_title`}
      submit={`${kind}.change.next`}
      sent={sent}
      by={kind}
      back={ifLost[kind]}
      after={<BackToSettings />}
    >
      {kind === 'mobile' ? (
        <MobileField fields={page.fields} label={label} like={sent.to} />
      ) : (
        <EmailField field={page.fields.email} label={label} />
      )}
    </CodePage>
  )
}
