import type { ClientRecord } from '#account-api/applications/clients/client-record'
import { changedSince } from '#account-api/applications/grants/agreed-to'
import type { AuthorisationRecord } from '#account-api/applications/grants/authorisation-store'
import type { Deployment } from '#account-api/applications/service'
import { isFresh } from '#account-api/verification/proofs/proof'
import { type AskedScope, isSensitive } from '#contract/applications/open-scopes'
import type { Answering } from './person'

/** The scopes that a person agrees to, the member that they act as, and the client. */
export interface Agreed {
  scopes: readonly AskedScope[]
  memberId: string | null
  asking: Parameters<typeof changedSince>[1]
}

/**
 * The scopes of an agreement that the client did not have before. If the member has changed, or the client differs
 * from the agreed one, all scopes are new.
 */
export const newlyGiven = (
  before: AuthorisationRecord | undefined,
  { scopes, memberId, asking }: Agreed,
): AskedScope[] => {
  if (changedSince(before?.agreedTo, asking).length > 0) return [...scopes]
  const actsAsAnother = before !== undefined && before.memberId !== memberId
  return scopes.filter((scope) => !before?.scopes.includes(scope) || (scope === 'organisations' && actsAsAnother))
}

/**
 * True when a person has to be proven again before a client gets something sensitive for the first time. A person who
 * was proven for this request has just done so. If a session on a phone confirmed it, the phone needed the proof.
 */
export const lacksFreshProof = (
  deployment: Deployment,
  { session }: Pick<Answering, 'session'>,
  { client, newly }: { client: Pick<ClientRecord, 'isFirstParty'>; newly: readonly AskedScope[] },
): boolean => !client.isFirstParty && session !== undefined && newly.some(isSensitive) && !isFresh(deployment, session)
