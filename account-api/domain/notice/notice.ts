import type { AccountProfile } from '../account/account-store'
import type { Change, Detail } from '../message/message'
import { isReached, post, type Recipient } from '../message/post'
import { issueNotMe } from '../not-me/not-me-ticket'
import type { Setting } from '../setting'
import type { Transaction } from '../stores'

/** The proven addresses of an account. */
export const addressesOf = ({ mobile, email }: AccountProfile): Recipient[] => [
  ...(mobile ? [{ channel: 'sms' as const, to: mobile }] : []),
  ...(email ? [{ channel: 'email' as const, to: email }] : []),
]

/**
 * Tells addresses that an account has changed, in the account's language and in the transaction of the change. Each
 * message links to the page for "this was not me". The addresses that the account had before get a ticket in that link.
 * @param account as it was before the change, so that an address can be put back
 * @param to after a change of an address both the old and the new one
 * @param detail addresses are masked
 */
export const tell = async (
  setting: Setting,
  stores: Transaction,
  { account, to, change, detail = '' }: { account: AccountProfile; to: Recipient[]; change: Change; detail?: Detail },
): Promise<void> => {
  const at = setting.now()
  const told = new Map(to.map((each) => [`${each.channel}:${each.to}`, each]))
  for (const each of told.values()) {
    // No ticket is issued when nobody would get it.
    if (!isReached(setting, each)) continue
    const ticket = await issueNotMe(setting, stores, { account, change, to: each.to, at })
    const link = notMePage(setting, ticket)
    const message = { kind: 'changed', change, detail, link } as const
    await post(setting, stores, { ...each, language: account.language, message })
  }
}

const notMePage = ({ publicUrl }: Setting, ticket: string | undefined): string => {
  const page = new URL('/account-help/not-me', publicUrl)
  if (ticket) page.searchParams.set('ticket', ticket)
  return page.href
}

/** {@link tell} for a change that leaves the addresses as they are. */
export const tellAddresses = (
  setting: Setting,
  stores: Transaction,
  { account, change, detail = '' }: { account: AccountProfile; change: Change; detail?: Detail },
): Promise<void> => tell(setting, stores, { account, to: addressesOf(account), change, detail })
