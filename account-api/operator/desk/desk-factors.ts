import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { countsFrom } from '#account-api/accounts/account/counting'
import { hasProven, isNew, trustedFactors } from '#account-api/accounts/methods/ledger'
import type { Person } from '#account-api/accounts/sessions/person'
import { freshProofMs } from '#account-api/kernel/lifetimes'
import type { Deployment } from '#account-api/operator/service'
import type { DeskVisit } from './desk-session-store'
import type { OperatorRole } from './operator-store'

/**
 * The factors that open the desk. A code to an address is not one, because the mailbox may be open in the same browser.
 */
const deskFactors = ['authenticator', 'passkey'] as const

type DeskFactor = (typeof deskFactors)[number]

type Role = OperatorRole & { codesMadeAt: number | null }

/**
 * When the account got its current authenticator proof: the app, or its recovery codes, which two factors of another
 * kind can renew. Null: it has none.
 */
const authenticatorSince = ({ authenticatorSince: since }: AccountProfile, { codesMadeAt }: Role): number | null =>
  since === null ? null : Math.max(since, codesMadeAt ?? 0)

/**
 * The factors of an operator that count at the desk. An authenticator that is older than the role counts as if it were
 * as old as the role. Any other new factor could have been planted by a thief of an ordinary session.
 */
const countingFactors = (deployment: Deployment, account: AccountProfile, role: Role): DeskFactor[] => {
  const since = authenticatorSince(account, role)
  const hasAuthenticator = since !== null && (since <= role.addedAt || !isNew(deployment, since))
  const hasPasskey = trustedFactors(deployment, account).includes('passkey')
  return deskFactors.filter((factor) => (factor === 'passkey' ? hasPasskey : hasAuthenticator))
}

export type DeskFactorJudged =
  | { ok: true; factorAt: number }
  | { ok: false; code: 'second_verification_required'; lacking: readonly DeskFactor[] }
  | { ok: false; code: 'second_factor_needed'; countsFrom: number | undefined }

/** Decides whether a session has recently proven a factor that opens the desk. */
export const judgeDeskFactor = (deployment: Deployment, person: Person, role: Role): DeskFactorJudged => {
  const { account, session } = person
  const counting = countingFactors(deployment, account, role)
  if (counting.length === 0) {
    const since = [authenticatorSince(account, role), account.passkeySince].filter((each) => each !== null)
    const first = since.length === 0 ? undefined : countsFrom(Math.min(...since))
    return { ok: false, code: 'second_factor_needed', countsFrom: first }
  }
  const since = deployment.now() - freshProofMs(deployment)
  // The first code of a new app sets it up, and is no proof for the desk.
  const isFirst = (factor: DeskFactor) =>
    factor === 'authenticator' && session.factors.authenticator === account.authenticatorSince
  const proven = counting.filter((factor) => hasProven(deployment, person, factor) && !isFirst(factor))
  const factorAt = Math.max(0, ...proven.map((factor) => session.factors[factor] ?? 0))
  return factorAt >= since
    ? { ok: true, factorAt }
    : { ok: false, code: 'second_verification_required', lacking: counting }
}

/**
 * True while the account still has a factor that the session has proven. Removing it, or setting up another app, ends
 * the visit.
 */
export const stillHasFactor = ({ has, proven }: DeskVisit): boolean => {
  const stands = (since: number | null, at: number | null) => since !== null && at !== null && at >= since
  return stands(has.authenticatorSince, proven.authenticator) || stands(has.passkeySince, proven.passkey)
}
