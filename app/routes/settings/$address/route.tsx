import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { addressAgain } from '~/features/addresses/address-again.server'
import { addressKindOf } from '~/features/addresses/address-kind'
import { AddressPage } from '~/features/addresses/address-page'
import { boundAddresses } from '~/features/addresses/bound-address.server'
import { sendFirstCode } from '~/features/addresses/first-code.server'
import { bindAddress } from '~/flows/accounts/bind-address.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { offered } from '~/navigation/open-pages/open-kinds.server'
import { useIdentifiers, useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { problem } from '~/navigation/problem'
import { redirectTo } from '~/navigation/redirect.server'
import { PendingChange } from '~/routes/settings/pending-change'
import { FormToken } from '~/session/form-token'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'

// The mobile or the email of the account, and its acts. Binding one begins here, as does proving an email that is bound
// unproven.
export const handle: PageHandle = { title: (params) => `${addressKindOf({ params })}.title` }

export const loader = async (args: LoaderFunctionArgs) => {
  const kind = addressKindOf(args)
  await requireSignedIn(args)
  const bound = (await boundAddresses(args))[kind]
  const { kinds, identifiers } = await offered()
  const isOpen = kinds.includes(kind)
  if (!bound.isProven && !identifiers.includes(kind)) throw problem(`${kind}_off`)
  if (!isOpen && !bound.isProven) throw await redirectTo(args, { path: '/settings', notice: `${kind}_not_offered` })
  return reply({
    kind,
    isOpen,
    ...bound,
    notice: flashOf(args.request),
    typed: await addressAgain(args, bindAddress[kind]),
  })
}

export const action = async (args: ActionFunctionArgs) => {
  const kind = addressKindOf(args)
  return sendFirstCode(args, { kind, purpose: 'bind', flow: bindAddress[kind] })
}

export default function Address() {
  const { t } = useTranslation()
  const identifiers = useIdentifiers()
  const { kind, isOpen, address, isProven, pending, slowHours, notice, typed } = useLoaderData<typeof loader>()
  const isOn = identifiers.includes(kind)
  // If the policy disables a kind, the page says so. If the calls of a change are missing, the page is silent about
  // that.
  const canChange = useIsOpen()(`/settings/${kind}/change`) || !isOn
  // The change itself contains the content of the message.
  const isNew = pending !== null && (notice === `${kind}_removal_asked` || notice === `${kind}_change_asked`)
  if (address !== null && isProven)
    return (
      <>
        <h1>{t(`${kind}.title`)}</h1>
        <FlashMessage notice={isNew ? null : notice} />
        {pending && <PendingChange kind={kind} pending={pending} path={`/settings/${kind}/keep`} isNew={isNew} />}
        <SummaryList facts={{ [`${kind}.now`]: address }} />
        {!pending && (
          <>
            {isOpen && canChange ? (
              <form method="post" action={`/settings/${kind}/change`}>
                <FormToken />
                <p>{t(`${kind}.change.first`, { [kind]: address })}</p>
                {slowHours !== null && <p>{t(`${kind}.change.slow`, { hours: slowHours })}</p>}
                <Button text={`${kind}.change.begin`} />
              </form>
            ) : (
              canChange && <p>{t(isOn ? `${kind}.not_offered` : `${kind}.off`)}</p>
            )}
            <LinkList
              title={`${kind}.ways`}
              links={{
                [`/settings/${kind}/remove`]: `${kind}.remove.link`,
                ...(kind === 'mobile' && { '/account-help/mobile-lost': 'mobile.lost' }),
              }}
            />
          </>
        )}
        <BackToSettings />
      </>
    )
  return (
    <AddressPage
      kind={kind}
      title={`${kind}.title`}
      notice={notice}
      typed={typed}
      lead={<p>{address === null ? t(`${kind}.why`) : t('email.unproven', { email: address })}</p>}
      after={<BackToSettings />}
    />
  )
}
