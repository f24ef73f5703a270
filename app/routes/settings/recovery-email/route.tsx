import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { addressAgain } from '~/features/addresses/address-again.server'
import { AddressPage } from '~/features/addresses/address-page'
import { sendFirstCode } from '~/features/addresses/first-code.server'
import { recoveryEmail } from '~/flows/accounts/recovery-email.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { useOpenKinds } from '~/navigation/open-pages/use-open-pages'
import { PendingChange } from '~/routes/settings/pending-change'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'

// The recovery address of the account. Adding or replacing it begins here.
export const handle: PageHandle = { title: 'recoveryEmail.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const info = await requireData(args, await (await api(args)).recoveryEmailInfo({}))
  return reply({ ...info, notice: flashOf(args.request), typed: await addressAgain(args, recoveryEmail) })
}

export const action = async (args: ActionFunctionArgs) => {
  const client = await api(args)
  const purpose = (_calls: unknown, to: string) => client.sendRecoveryEmailCode({ email: to })
  return sendFirstCode(args, { kind: 'email', purpose, flow: recoveryEmail })
}

export default function RecoveryEmail() {
  const { t, i18n } = useTranslation()
  const { email, counts_from: countsFrom, changes_at: changesAt, becomes, ...data } = useLoaderData<typeof loader>()
  const { time_zone: timeZone, notice, typed } = data
  const isOpen = useOpenKinds().includes('email')
  const present = email !== null && (
    <>
      <SummaryList
        facts={{
          'recoveryEmail.now': email,
          ...(countsFrom !== null && { 'recoveryEmail.counts_from': momentIn(i18n.language, timeZone, countsFrom) }),
        }}
      />
      {changesAt !== null && (
        <PendingChange
          kind="recovery_email"
          pending={{ at: changesAt, becomes, timeZone }}
          path="/settings/recovery-email/keep"
          isNew={notice === 'recovery_email_removal_asked' || notice === 'recovery_email_change_asked'}
        />
      )}
    </>
  )
  const after = (
    <>
      {email !== null && (
        <LinkList title="recoveryEmail.ways" links={{ '/settings/recovery-email/remove': 'recoveryEmail.remove' }} />
      )}
      <BackToSettings />
    </>
  )
  if (!isOpen)
    return (
      <>
        <h1>{t('recoveryEmail.title')}</h1>
        <FlashMessage notice={notice} />
        <p>{t('email.not_offered')}</p>
        {present}
        {after}
      </>
    )
  return (
    <AddressPage
      kind="email"
      title="recoveryEmail.title"
      label={email === null ? 'recoveryEmail.field' : 'recoveryEmail.field_other'}
      notice={notice}
      typed={typed}
      lead={
        <>
          <p>{t('recoveryEmail.text')}</p>
          <p>{t('recoveryEmail.late')}</p>
          {present}
        </>
      }
      after={after}
    />
  )
}
