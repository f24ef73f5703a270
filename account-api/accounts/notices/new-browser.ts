import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { clientName } from '#account-api/accounts/activity/client-name'
import type { Deployment, Rule } from '#account-api/accounts/service'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import { count } from '#account-api/kernel/limits/limits'
import type { CodeChannel } from '#account-api/kernel/outbox/message'
import type { Recipient } from '#account-api/kernel/outbox/post'
import { hashToken } from '#account-api/kernel/random'
import { days } from '#account-api/kernel/time'
import { addressesOf, copiesOf, quietAddressesOf, tell } from './notice'

/**
 * Notifies the addresses of an account, in the transaction of a sign-in, of a browser that the account did not know.
 * The very first sign-in sends nothing, a double click sends one message, and a flood sends five a day. The last of them says that no more follow.
 */
export const tellNewBrowser: Deployment['tellNewBrowser'] = async (
  stores,
  { session, entryId, acquaintance, from },
) => {
  const { accountId } = session
  const at = stores.deployment.now()
  const part = hashToken(`${from.clientAddress} ${from.client}`)
  if (!(await count(stores, 'newBrowsersOfASource', { subject: accountId, part, at })).within) return
  const { within, left } = await count(stores, 'newBrowsersTold', { subject: accountId, at })
  const account = within ? await stores.accounts.profile(accountId) : undefined
  if (!account) return
  if (acquaintance === 'first' && (await isFirstSignIn(stores, { account, entryId }))) return
  const { clientAddress } = from
  const parent = session.origin.ancestors.at(-1)
  const allowedBy = parent === undefined ? null : ((await stores.sessions.get(parent))?.deviceName ?? null)
  const known = { ...clientName(from.client), clientAddress, allowedBy }
  const all = recipientsOf(stores.deployment, account, session)
  const sms = all.some(isSms) ? await count(stores, 'newBrowsersToldBySms', { subject: accountId, at }) : undefined
  const to = all.filter((each) => !isSms(each) || sms?.within)
  const isLast = left === 0 || (to.every(isSms) && sms?.left === 0)
  const detail = { at, timeZone: timeZoneOf(account), ...known, isLast }
  await tell(stores, { account, to, change: 'signed_in_new', detail })
}

const isSms = ({ channel }: Recipient<CodeChannel>): boolean => channel === 'sms'

/**
 * Who is notified: the email, or the mobile if there is no email. Both, if the email began the session: its reader
 * could delete the message. The recovery address gets a copy.
 */
const recipientsOf = (
  deployment: Deployment,
  account: AccountProfile,
  { origin: { letInBy } }: SessionRecord,
): Recipient<CodeChannel>[] => [
  ...(letInBy.includes('email') ? addressesOf(account) : quietAddressesOf(deployment, account)),
  ...copiesOf(deployment, account),
]

/** More entries than an account has before its first sign-in. */
const mostBefore = 20

/**
 * True when the account has only joined organisations before this sign-in, because it was created without a session.
 * Older activity is deleted, so an older account counts as used.
 */
const isFirstSignIn: Rule<{ account: AccountProfile; entryId: string }, boolean> = async (
  stores,
  { account, entryId },
) => {
  if (account.createdAt <= stores.deployment.now() - days(stores.deployment.activityDays)) return false
  const since = account.createdAt - days(1)
  const entries = await stores.activity.list(account.id, { limit: mostBefore, since })
  const isBefore = (kind: string) => kind === 'registered' || kind.startsWith('organisation_')
  return entries.length < mostBefore && entries.every(({ id, kind }) => id === entryId || isBefore(kind))
}
