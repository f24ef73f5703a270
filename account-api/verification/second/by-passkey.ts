import { isNew } from '#account-api/accounts/methods/ledger'
import type { Person } from '#account-api/accounts/sessions/person'
import type { TooManyRequests } from '#account-api/kernel/limits/too-many'
import {
  type PasskeyRefused,
  passkeyRefused,
  passkeysNotOffered,
  ticketRefused,
} from '#account-api/verification/passkeys/answer'
import { countForAccount, issueChallenge, type Place } from '#account-api/verification/passkeys/challenge'
import { requestOptionsFor } from '#account-api/verification/passkeys/options'
import { judgePasskey, type RightPasskey, spendPasskey } from '#account-api/verification/passkeys/prove'
import { inTransaction, type Service } from '#account-api/verification/service'
import type { RequestOptions } from '#contract/verification/passkey-fields'
import { passkeyPlaceOf } from '#rules/passkey-place'
import { isKeyOfSession, lockAsker, type Renewal, type Renewed, renew } from './second-verification'

/** The challenge is valid only for one key, which belongs to an account, a session and an act. */
const placeOf = (key: string): Place => ({ purpose: 'passkey_second', boundTo: key })

export const startSecondPasskey = async (
  service: Service,
  { key, person }: { key: string; person: Person },
): Promise<
  { ok: true; options: RequestOptions } | TooManyRequests | typeof ticketRefused | typeof passkeysNotOffered
> => {
  const { deployment, storage } = service
  const place = passkeyPlaceOf(deployment.publicUrl)
  if (!place) return passkeysNotOffered
  if (!(await isKeyOfSession(service, key, person))) return ticketRefused
  const { account, session } = person
  const tooMany = await countForAccount(storage, account.id)
  if (tooMany) return tooMany
  const of = { accountId: account.id, sessionId: session.id }
  const challenge = await inTransaction(issueChallenge)(service, { ...placeOf(key), ...of })
  return { ok: true, options: requestOptionsFor(place, challenge, await storage.passkeys.of(account.id)) }
}

/**
 * Renews a session after a correct proof by a passkey of the account.
 * @returns ticket_refused when the key or the challenge belongs to another session, or is used up
 */
export const verifyByPasskey = async (
  service: Service,
  { key, person, credential }: Renewal & { credential: string },
): Promise<Renewed | PasskeyRefused> => {
  if (!(await isKeyOfSession(service, key, person))) return ticketRefused
  const judged = await judgePasskey(service, { credential, at: placeOf(key), needsUserHandle: false })
  return judged.ok ? verify(service, { key, person, judged }) : judged
}

const verify = inTransaction<Renewal & { judged: RightPasskey }, Renewed | PasskeyRefused>(
  async (stores, { key, person, judged }) => {
    const present = await lockAsker(stores, { key, person })
    if (!present) return ticketRefused
    const unusable = await spendPasskey(stores, judged)
    if (unusable) return unusable
    const { passkey } = judged
    if (passkey.accountId !== present.account.id) return passkeyRefused
    // A new passkey could have been planted: it is a fresh proof, but no factor.
    const factor = isNew(stores.deployment, passkey.madeAt) ? undefined : ('passkey' as const)
    return (await renew(stores, { key, person: present, factor, way: 'passkey' })) ?? ticketRefused
  },
)
