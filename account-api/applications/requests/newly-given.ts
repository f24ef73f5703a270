import { type OpenScope, openScopes } from '../../../contract/applications/open-scopes'
import { isFresh } from '../../verification/proofs/proof'
import type { ClientRecord } from '../clients/client-store'
import type { AuthorisationRecord } from '../grants/authorisation-store'
import type { Setting } from '../service'
import type { Answering } from './person'

/** What a person agrees to, and the identity as which they do. */
export interface Agreed {
  scopes: readonly OpenScope[]
  identityId: string | null
}

/** The scopes that an agreement gives a client and that it did not have: also that of an identity, which is another one now. */
export const newlyGiven = (before: AuthorisationRecord | undefined, { scopes, identityId }: Agreed): OpenScope[] => {
  const actsAsAnother = before !== undefined && before.identityId !== identityId
  return scopes.filter((scope) => !before?.scopes.includes(scope) || (scope === 'organisations' && actsAsAnother))
}

/**
 * Whether a person has to prove anew who they are, before a client gets something sensitive for the first time. Who was
 * proven for the request alone just has; where a session on a phone has vouched for them, it was asked there.
 */
export const lacksFreshProof = (
  setting: Setting,
  { session }: Pick<Answering, 'session'>,
  { client, newly }: { client: Pick<ClientRecord, 'isFirstParty'>; newly: readonly OpenScope[] },
): boolean =>
  !client.isFirstParty &&
  session !== undefined &&
  newly.some((scope) => openScopes[scope].isSensitive) &&
  !isFresh(setting, session)
