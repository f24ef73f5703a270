import type { Service } from '#account-api/verification/service'
import { type PasskeyPlace, passkeyPlaceOf } from '#rules/passkey-place'
import { findChallenge, type Place, redeemChallenge } from './challenge'
import type { WithChallenge } from './credential'

/** Why a passkey proves nobody. */
export type PasskeyRefused = { ok: false; code: 'passkey_refused' | 'ticket_refused' | 'passkeys_not_offered' }

export const passkeyRefused = { ok: false, code: 'passkey_refused' } as const
export const ticketRefused = { ok: false, code: 'ticket_refused' } as const
export const passkeysNotOffered = { ok: false, code: 'passkeys_not_offered' } as const

/** A challenge, and where it is valid. */
export type AnsweredAt = Place & { challenge: string }

/** An answer of a browser to a challenge. */
export interface Answer<Credential, Judged> {
  /** The answer as the browser made it. */
  text: string
  at: Place
  read: (text: string) => WithChallenge<Credential> | undefined
  judge: (credential: Credential, expected: { place: PasskeyPlace; challenge: string }) => Promise<Judged | undefined>
}

/**
 * Checks the answer of a browser to a challenge. A challenge accepts one answer: a wrong one uses it up here; a correct
 * one is used up by the transaction that relies on it.
 */
export const judgeAnswer = async <Credential, Judged>(
  { deployment, storage }: Service,
  { text, at, read, judge }: Answer<Credential, Judged>,
): Promise<{ ok: true; judged: Judged; asked: AnsweredAt } | PasskeyRefused> => {
  const place = passkeyPlaceOf(deployment.publicUrl)
  if (!place) return passkeysNotOffered
  const found = read(text)
  if (!found) return passkeyRefused
  const { credential, challenge } = found
  const asked = { ...at, challenge }
  if (!(await findChallenge(storage, asked))) return ticketRefused
  const judged = await judge(credential, { place, challenge })
  if (judged) return { ok: true, judged, asked }
  await redeemChallenge(storage, asked)
  return passkeyRefused
}
