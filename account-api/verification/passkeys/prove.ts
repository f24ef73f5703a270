import type { Passkey } from '#account-api/accounts/methods/passkey-store'
import type { Rule, Service } from '#account-api/verification/service'
import { type AnsweredAt, judgeAnswer, type PasskeyRefused, passkeyRefused, ticketRefused } from './answer'
import { type Place, redeemChallenge } from './challenge'
import { readAssertion } from './credential'
import { judgeAssertion } from './judge'
import { userHandleOf } from './options'

export interface RightPasskey {
  ok: true
  passkey: Passkey
  counter: number
  at: AnsweredAt
}

interface Given {
  /** The credential as JSON, as made by the browser. */
  credential: string
  at: Place
  /** True if only the passkey identifies the account. */
  needsUserHandle: boolean
}

/**
 * Checks the proof of a passkey. Each challenge accepts one answer: a wrong proof uses it up here, a correct one in
 * {@link spendPasskey}.
 */
export const judgePasskey = async (
  service: Service,
  { credential: text, at, needsUserHandle }: Given,
): Promise<RightPasskey | PasskeyRefused> => {
  const answered = await judgeAnswer(service, {
    text,
    at,
    read: readAssertion,
    judge: async (credential, expected) => {
      const passkey = await service.storage.passkeys.find(credential.id)
      const { userHandle } = credential.response
      const isTheirs = passkey && (userHandle ? userHandle === userHandleOf(passkey.accountId) : !needsUserHandle)
      const judged = isTheirs && (await judgeAssertion(credential, { ...passkey, ...expected }))
      return judged ? { passkey, counter: judged.counter } : undefined
    },
  })
  return answered.ok ? { ok: true, ...answered.judged, at: answered.asked } : answered
}

/**
 * Uses up a correct proof: its challenge, and its count. The account has to be locked.
 * @returns undefined when it counts; otherwise why not: another call was first, the passkey was removed, or its counter
 * went back, as with a copied key (WebAuthn Level 3, section 6.1.1)
 */
export const spendPasskey: Rule<
  RightPasskey,
  Exclude<PasskeyRefused, { code: 'passkeys_not_offered' }> | undefined
> = async (stores, { passkey, counter, at }) => {
  if (!(await redeemChallenge(stores, at))) return ticketRefused
  const { accountId, credentialId, publicKey } = passkey
  if (await stores.passkeys.use({ accountId, credentialId, publicKey, counter, at: stores.deployment.now() }))
    return undefined
  const now = await stores.passkeys.find(credentialId)
  if (now?.accountId === accountId)
    stores.deployment.warn(
      { account: accountId, passkey: now.id, counter, was: now.counter },
      'a passkey was refused: its counter went back, as with a copy',
    )
  return passkeyRefused
}
