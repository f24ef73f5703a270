import { youngMs } from '#account-api/accounts/account/counting'
import type { SignInMethods, Snapshot } from '#account-api/accounts/changes/history-store'
import { type Held, heldBy } from '#account-api/accounts/methods/kinds'
import type { Rule } from '#account-api/accounts/service'
import type { Factor } from '#account-api/accounts/sessions/factor'
import type { From } from '#account-api/kernel/from'
import { secondWays as factorNames } from '#contract/verification/proof-errors'
import { removeMethod } from './change'

/** More changes than a person makes in 72 hours. The query reads no more. */
const mostRead = 200

const newFactorOf = ({ change }: Snapshot): Factor | undefined =>
  factorNames.find((factor) =>
    ['added', 'bound', 'changed', 'set', 'reset'].some((end) => change === `${factor}_${end}`),
  )

/** True when a change was proven by two factors, or by all that the account had. A recent factor confirms nothing. */
const isConfirmed = ({ provenBy, ...had }: Snapshot, late: ReadonlySet<Factor>): boolean => {
  const has = [had.mobile, had.email, had.passwordHash, had.authenticator, had.passkeys[0]].filter(Boolean).length
  return (provenBy ?? []).filter((factor) => !late.has(factor)).length >= Math.min(2, has)
}

const nameOf = ({ method, value }: Pick<Held, 'method' | 'value'>): string => `${method} ${value}`

/** The kinds of methods that each factor adds. */
const addedIn = ({ recovery, authenticator, passkeys, platforms }: SignInMethods): string[] =>
  [
    ...(recovery ? [{ method: 'recovery_email', value: recovery.value }] : []),
    ...(authenticator ? [{ method: 'authenticator', value: String(authenticator.since) }] : []),
    ...passkeys.map(({ id: value }) => ({ method: 'passkey', value })),
    ...platforms.map(({ platform: method, openid: value }) => ({ method, value })),
  ].map(nameOf)

interface Ending {
  accountId: string
  from: From
  keptSessionId?: string | undefined
  /** Only methods that were added before this time end. */
  before?: number | undefined
}

/**
 * Ends the methods that a thief with one factor could have planted: those younger than 72 hours that two factors have
 * not confirmed. Every address is notified of each. The account has to be locked.
 */
export const endYoungMethods: Rule<Ending, void> = async (
  stores,
  { accountId, before = Number.POSITIVE_INFINITY, ...known },
) => {
  const [account, present] = [await stores.accounts.profile(accountId), await stores.history.present(accountId)]
  if (!account || !present) return
  const now = stores.deployment.now()
  const changes = await stores.history.list({ accountId, since: now - youngMs }, mostRead)
  const late = new Set<Factor>()
  const young = new Set<string>()
  for (const [nth, was] of changes.entries()) {
    const had = addedIn(was)
    const isNew = (name: string) => was.at < before && !isConfirmed(was, late) && !had.includes(name)
    for (const name of addedIn(changes[nth + 1] ?? present).filter(isNew)) young.add(name)
    const factor = newFactorOf(was)
    if (factor) late.add(factor)
  }
  const isYoung = (held: Held) => young.has(nameOf(held)) && (held.countsAt ?? Number.POSITIVE_INFINITY) > now
  for (const { method, value } of (await heldBy(stores, account)).filter(isYoung))
    await removeMethod(stores, { account, method, value, ...known })
}
