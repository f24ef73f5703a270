import { secondWays as factorNames } from '../../../contract/verification/proof-errors'
import { youngMs } from '../account/counting'
import { hasPasskey, type Passkey } from '../account/passkey-store'
import { hasPlatform, type PlatformBinding } from '../platforms/platform-store'
import type { Setting, Stores } from '../service'
import type { Factor } from '../sessions/factor'
import type { SignInMethods, Snapshot } from './history-store'

/** What an account got within 72 hours that two factors have not confirmed: a thief with one could have planted it. */
export interface YoungMethods {
  passkeys: Passkey[]
  platforms: PlatformBinding[]
  hasRecovery: boolean
  hasAuthenticator: boolean
}

/** More changes than a person makes in 72 hours. */
const mostRead = 200

/** The factor that a change gave the account anew. */
const newFactorOf = ({ change }: Snapshot): Factor | undefined =>
  factorNames.find((factor) =>
    ['added', 'bound', 'changed', 'set', 'reset'].some((end) => change === `${factor}_${end}`),
  )

/** True when two factors had proven a change, or as many as the account had. One that came in lately confirms nothing. */
const isConfirmed = ({ provenBy, ...had }: Snapshot, late: ReadonlySet<Factor>): boolean => {
  const has = [had.mobile, had.email, had.passwordHash, had.authenticator, had.passkeys[0]].filter(Boolean).length
  return (provenBy ?? []).filter((factor) => !late.has(factor)).length >= Math.min(2, has)
}

/**
 * Finds the young methods of an account, by what it had before each change. The account has to be locked.
 * @param before finds those that were added before a time
 */
export const youngMethodsOf = async (
  { now }: Pick<Setting, 'now'>,
  stores: Stores,
  { accountId, before = Number.POSITIVE_INFINITY }: { accountId: string; before?: number | undefined },
): Promise<YoungMethods> => {
  const young: YoungMethods = { passkeys: [], platforms: [], hasRecovery: false, hasAuthenticator: false }
  const changes = await stores.history.list({ accountId, since: now() - youngMs }, mostRead)
  const present = await stores.history.present(accountId)
  if (!present) return young
  const late = new Set<Factor>()
  for (const [nth, was] of changes.entries()) {
    const is: SignInMethods = changes[nth + 1] ?? present
    if (was.at < before && !isConfirmed(was, late)) note(young, { was, is, present })
    const factor = newFactorOf(was)
    if (factor) late.add(factor)
  }
  return young
}

/** Notes what a change has added and the account still has. */
const note = (
  young: YoungMethods,
  { was, is, present }: { was: SignInMethods; is: SignInMethods; present: SignInMethods },
): void => {
  const isNew = (of: 'recovery' | 'authenticator', value: 'value' | 'since') => {
    const [before, after, now] = [was, is, present].map((each) => (each[of] as Record<string, unknown> | null)?.[value])
    return after !== undefined && after !== before && after === now
  }
  young.passkeys.push(
    ...is.passkeys.filter((each) => !hasPasskey(was.passkeys, each) && hasPasskey(present.passkeys, each)),
  )
  young.platforms.push(
    ...is.platforms.filter((each) => !hasPlatform(was.platforms, each) && hasPlatform(present.platforms, each)),
  )
  young.hasRecovery ||= isNew('recovery', 'value')
  young.hasAuthenticator ||= isNew('authenticator', 'since')
}
