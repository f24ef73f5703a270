import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { addressCalls } from '~/features/addresses/address-calls.server'
import { addressKindOf } from '~/features/addresses/address-kind'
import { requireProvenAddress } from '~/features/addresses/bound-address.server'
import { isOnItsWay, sentFirst } from '~/features/codes/sent-code.server'
import { rebindAddress } from '~/flows/accounts/rebind-address.server'
import { readButton } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { LinkList } from '~/ui/link-list'

// Changing an address: sends a code to the bound one. The page of the address posts here; this page is seen when that
// fails, or when the change took too long.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.change.title` }

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  await requireSignedIn(args)
  return reply({ kind, ...(await requireProvenAddress(args, kind)), notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const { address } = await requireProvenAddress(args, kind)
  const answer = await addressCalls[kind](await api(args)).sendCode('verifyOld')
  if (!isOnItsWay(answer)) return form.reply(answer)
  return rebindAddress[kind].begin(args, 'old', { code: sentFirst(address, answer) })
}

export default function ChangeAddress() {
  const { t } = useTranslation()
  const { kind, address, slowHours, notice } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
      title={`${kind}.change.title`}
      submit="code.send"
      notice={notice}
      lead={
        <>
          <p>{t(`${kind}.change.first`, { [kind]: address })}</p>
          {slowHours !== null && <p>{t(`${kind}.change.slow`, { hours: slowHours })}</p>}
        </>
      }
      after={
        <>
          {kind === 'mobile' ? (
            <LinkList title="mobile.change.no_sms" links={{ '/account-help/mobile-lost': 'mobile.lost' }} />
          ) : (
            <LinkList title="email.change.no_email" links={{ '/settings/email/remove': 'email.change.remove_first' }} />
          )}
          <BackToSettings />
        </>
      }
    />
  )
}
