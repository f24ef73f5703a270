import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { type Address, kindOf, type ToldAddress } from '#account-api/accounts/account/identifier'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { record } from '#account-api/accounts/activity/activity'
import { clientName } from '#account-api/accounts/activity/client-name'
import { issueNotMe } from '#account-api/accounts/changes/not-me-ticket'
import { isNew } from '#account-api/accounts/methods/ledger'
import type { Deployment, Rule } from '#account-api/accounts/service'
import { checkTold, currentCall } from '#account-api/kernel/current-call'
import type { From } from '#account-api/kernel/from'
import type { Change, CodeChannel, Detail } from '#account-api/kernel/outbox/message'
import { isReached, post, type Recipient } from '#account-api/kernel/outbox/post'
import type { ActivityKind } from '#contract/terms/activity'

/** The proven addresses of an account. */
export const addressesOf = ({ mobile, email }: Pick<AccountProfile, 'mobile' | 'email'>): Recipient<CodeChannel>[] => [
  ...(mobile ? [{ channel: 'sms' as const, to: mobile }] : []),
  ...(email ? [{ channel: 'email' as const, to: email }] : []),
]

type WithRecovery = Pick<AccountProfile, 'recoveryEmail' | 'recoveryAddedAt'>

/** Where copies go: to the recovery address, if it counts. An intruder could have planted a newer one. */
export const copiesOf = (
  deployment: Deployment,
  { recoveryEmail: to, recoveryAddedAt }: WithRecovery,
): Recipient<CodeChannel>[] => (to === null || isNew(deployment, recoveryAddedAt) ? [] : [{ channel: 'email', to }])

/** Where messages about an account go: to its proven addresses and, if it counts, to its recovery address. */
export const toldOf = (
  deployment: Deployment,
  account: Pick<AccountProfile, 'mobile' | 'email' | 'recoveryEmail' | 'recoveryAddedAt'>,
): Recipient<CodeChannel>[] => [...addressesOf(account), ...copiesOf(deployment, account)]

/** The email of an account, or its mobile if the email cannot be reached. For news that is worth a mail, but no SMS. */
export const quietAddressesOf = (
  deployment: Deployment,
  account: Pick<AccountProfile, 'mobile' | 'email'>,
): Recipient<CodeChannel>[] => {
  const reached = addressesOf(account).filter((each) => isReached(deployment, each))
  const emails = reached.filter(({ channel }) => channel === 'email')
  return emails.length === 0 ? reached : emails
}

export const recipientOf = ({ kind, value }: Address): Recipient<CodeChannel> => ({
  channel: kind === 'mobile' ? 'sms' : 'email',
  to: value,
})

interface Telling {
  /** The account before the change: only an address that it had then gets a ticket. */
  account: AccountProfile
  /** After a change of an address, the old and the new one. */
  to: Recipient<CodeChannel>[]
  change: Change
  /** Addresses are masked. */
  detail?: Detail
  /**
   * `ticket`: the link has a ticket for each address whose report is accepted. `page`: the link has no ticket. `none`:
   * no link.
   */
  link?: 'ticket' | 'page' | 'none'
}

/**
 * Notifies addresses of a change of an account, in the account's language, in the transaction of the change, and after
 * the snapshot. Each message links to the page for "this was not me".
 */
export const tell: Rule<Telling, void> = async (
  stores,
  { account, to, change, detail = '', link: wanted = 'ticket' },
) => {
  checkTold(stores.deployment, change)
  const at = stores.deployment.now()
  const client = clientName(currentCall.getStore()?.from?.client ?? '')
  const facts = { username: account.username, at, timeZone: timeZoneOf(account), ...client }
  const told = new Map(to.map((each) => [`${each.channel}:${each.to}`, each]))
  for (const each of told.values()) {
    // If nobody would get it, no ticket is issued.
    if (!isReached(stores.deployment, each)) continue
    const by = heldAs(account, each)
    const disowned = by && { accountId: account.id, change, at, by }
    const ticket = wanted === 'ticket' && disowned ? await issueNotMe(stores, disowned) : undefined
    const link = wanted === 'none' ? undefined : notMePage(stores.deployment, ticket)
    const message = { kind: 'changed', change, detail, link, facts } as const
    await post(stores, { ...each, language: account.language, message })
  }
}

/** The kind that an address has in an account. Undefined: the account does not have it. */
const heldAs = (account: AccountProfile, { channel, to: value }: Recipient<CodeChannel>): ToldAddress | undefined => {
  const kind = kindOf[channel]
  if (account[kind] === value) return { kind, value }
  return channel === 'email' && account.recoveryEmail === value ? { kind: 'recovery', value } : undefined
}

const notMePage = ({ publicUrl }: Deployment, ticket: string | undefined): string => {
  const page = new URL('/account-help/not-me', publicUrl)
  if (ticket) page.searchParams.set('ticket', ticket)
  return page.href
}

interface Announced extends Pick<Telling, 'account' | 'detail'> {
  change: Change & ActivityKind
  from: From
  /** The detail in the activity. Default: `detail`. */
  noted?: string
}

/** Records a change that does not touch the addresses of an account, and notifies them. */
export const recordAndTell: Rule<Announced, void> = async (
  stores,
  { account, change, from, detail = '', noted = typeof detail === 'string' ? detail : '' },
) => {
  await record(stores, { accountId: account.id, kind: change, from, detail: noted })
  await tell(stores, { account, to: toldOf(stores.deployment, account), change, detail })
}
