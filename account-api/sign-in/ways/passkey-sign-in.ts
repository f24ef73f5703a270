import { isOpen } from '#account-api/accounts/account/account-record'
import { isNew } from '#account-api/accounts/methods/ledger'
import type { Factor } from '#account-api/accounts/sessions/factor'
import { signIn } from '#account-api/accounts/sessions/pending-sign-in'
import { openSession } from '#account-api/accounts/sessions/session'
import { type NotOpen, refuseNotOpen } from '#account-api/accounts/standing/not-open'
import type { From } from '#account-api/kernel/from'
import type { TooManyRequests } from '#account-api/kernel/limits/too-many'
import { inTransaction, type Service } from '#account-api/sign-in/service'
import { type PasskeyRefused, passkeyRefused, passkeysNotOffered } from '#account-api/verification/passkeys/answer'
import { countForVisitor, issueChallenge, type Place } from '#account-api/verification/passkeys/challenge'
import { requestOptionsFor } from '#account-api/verification/passkeys/options'
import { judgePasskey, type RightPasskey, spendPasskey } from '#account-api/verification/passkeys/prove'
import type { RequestOptions } from '#contract/verification/passkey-fields'
import { passkeyPlaceOf } from '#rules/passkey-place'
import type { SignedIn, SignInOptions } from './sign-in'

/** The challenge is valid only at the browser that got it, so an answer made by another browser signs nobody in. */
const placeOf = (visitor: string): Place => ({ purpose: 'passkey_sign_in', boundTo: visitor })

/** Returns the options for a sign-in by a passkey. They name no account, so they reveal nothing about any. */
export const startPasskeySignIn = async (
  service: Service,
  { visitor, from }: { visitor: string; from: From },
): Promise<{ ok: true; options: RequestOptions } | TooManyRequests | typeof passkeysNotOffered> => {
  const { deployment, storage } = service
  const place = passkeyPlaceOf(deployment.publicUrl)
  if (!place) return passkeysNotOffered
  const tooMany = await countForVisitor(storage, from)
  if (tooMany) return tooMany
  const challenge = await inTransaction(issueChallenge)(service, placeOf(visitor))
  return { ok: true, options: requestOptionsFor(place, challenge) }
}

type Signed = SignedIn | NotOpen | PasskeyRefused

export const signInByPasskey = async (
  service: Service,
  { credential, visitor, ...options }: SignInOptions & { credential: string; visitor: string },
): Promise<Signed> => {
  const judged = await judgePasskey(service, { credential, at: placeOf(visitor), needsUserHandle: true })
  return judged.ok ? signInProven(service, { ...options, judged }) : judged
}

const signInProven = inTransaction<SignInOptions & { judged: RightPasskey }, Signed>(
  async (stores, { judged, from, endOthers, restores }) => {
    const { accountId, madeAt } = judged.passkey
    await stores.accounts.lock(accountId)
    const unusable = await spendPasskey(stores, judged)
    if (unusable) return unusable
    const account = await stores.accounts.profile(accountId)
    if (!account) return passkeyRefused
    const way = 'passkey'
    if (!isOpen(account)) return refuseNotOpen(stores, account, { by: { way }, restores })
    // A new passkey could have been planted: it is no factor, and does not replace the authenticator.
    const isPlantable = isNew(stores.deployment, madeAt)
    const origin = { ancestors: [], lastProof: { way, at: stores.deployment.now() }, letInBy: [way] } as const
    const proves: Factor[] = isPlantable ? [] : [way]
    const opening = { account, way, proves, origin, from, endOthers } as const
    if (isPlantable) return { ok: true, ...(await signIn(stores, opening)) }
    return { ok: true, session: await openSession(stores, opening) }
  },
)
