import { kindOf } from '#account-api/accounts/account/identifier'
import type { CodeChannel } from '#account-api/kernel/outbox/message'
import type { Recipient } from '#account-api/kernel/outbox/post'

interface Counted {
  accountId?: string
  username?: string
  addresses: readonly Recipient<CodeChannel>[]
}

/**
 * The subjects by which limits count an account, or identifiers without one. Some limits count an identifier without an
 * account, or a claimed one, under its own name.
 */
export const limitSubjectsOf = ({ accountId, username, addresses }: Counted): string[] => {
  const identifiers = [
    ...(username === undefined ? [] : [`username:${username}`]),
    ...addresses.flatMap(({ channel, to }) => [`${channel}:${to}`, `${kindOf[channel]}:${to}`]),
  ]
  const own = accountId === undefined ? [] : [accountId]
  return [...new Set([...own, ...identifiers, ...identifiers.map((identifier) => `none:${identifier}`)])]
}
