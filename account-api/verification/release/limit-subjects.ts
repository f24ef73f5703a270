import { kindOf } from '#account-api/accounts/account/identifier'
import type { CodeChannel } from '#account-api/kernel/outbox/message'
import type { Recipient } from '#account-api/kernel/outbox/post'

interface Counted {
  accountId?: string
  username?: string
  addresses: readonly Recipient<CodeChannel>[]
}

/**
 * The subjects that limits count an account by, or identifiers that may have none: some limits count an identifier
 * without an account under its own name, also one that is only claimed.
 */
export const limitSubjectsOf = ({ accountId, username, addresses }: Counted): string[] => {
  const identifiers = [
    ...(username === undefined ? [] : [`username:${username}`]),
    ...addresses.flatMap(({ channel, to }) => [`${channel}:${to}`, `${kindOf[channel]}:${to}`]),
  ]
  const own = accountId === undefined ? [] : [accountId]
  return [...new Set([...own, ...identifiers, ...identifiers.map((identifier) => `none:${identifier}`)])]
}
