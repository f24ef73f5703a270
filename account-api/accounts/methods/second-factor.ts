import type { SecondFactors } from '../account/counting'
import type { SessionRecord } from '../sessions/session-record'

/** The factors that prove a person beside a password and the codes that are sent. */
export const secondKinds = ['authenticator', 'passkey'] as const

export type SecondKind = (typeof secondKinds)[number]

/** The proofs of a session, as far as they show a second factor. */
export interface Showing {
  factors: Pick<SessionRecord['factors'], SecondKind>
}

/** A clock. */
interface Clock {
  now(): number
}

const countsFromOf = ({ authenticatorCountsFrom, passkeyCountsFrom }: SecondFactors, kind: SecondKind) =>
  ({ authenticator: authenticatorCountsFrom, passkey: passkeyCountsFrom })[kind]

/** The second factors of an account that count. A young one counts for nothing, since a thief may have planted it. */
export const countingSeconds = ({ now }: Clock, factors: SecondFactors): SecondKind[] =>
  secondKinds.filter((kind) => {
    const from = countsFromOf(factors, kind)
    return from !== null && from <= now()
  })

/**
 * The judgement of a second factor, for every rule that asks for one: the factors that would meet it, of which the
 * session has proven none since they count. An app that exists was not shown.
 * @returns `lacks`: the account has none that counts. `hides`: the session can prove one of these. Undefined: it has.
 */
export const judgeSecond = (
  clock: Clock,
  factors: SecondFactors,
  session: Showing,
): { lacks: true } | { hides: SecondKind[] } | undefined => {
  const counting = countingSeconds(clock, factors)
  if (counting.length === 0) return { lacks: true }
  const isShown = counting.some((kind) => (session.factors[kind] ?? -1) >= (countsFromOf(factors, kind) ?? 0))
  return isShown ? undefined : { hides: counting }
}
