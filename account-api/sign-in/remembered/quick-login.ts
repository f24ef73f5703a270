import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { isOpen } from '#account-api/accounts/account/account-record'
import { kindOf } from '#account-api/accounts/account/identifier'
import { reachedAddresses } from '#account-api/accounts/account/reach'
import { forgetBrowsers, knownBrowserOf } from '#account-api/accounts/browsers/known-browser'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import { originFrom, originOfProof, wayOfFactor, waysPassedOn } from '#account-api/accounts/sessions/origin'
import { type SignIn, signIn } from '#account-api/accounts/sessions/pending-sign-in'
import type { RememberedRecord } from '#account-api/accounts/sessions/remembered-store'
import { openSession } from '#account-api/accounts/sessions/session'
import { type NotOpen, refuseNotOpen } from '#account-api/accounts/standing/not-open'
import type { From } from '#account-api/kernel/from'
import { type Deployment, inTransaction, type Rule, type Transaction } from '#account-api/sign-in/service'
import type { Target } from '#account-api/verification/codes/code'
import { consumeCode, type Judgement, type TypedCode } from '#account-api/verification/codes/code'
import type { NamedCode } from '#account-api/verification/codes/code-store'
import { boundingGuesses } from '#account-api/verification/codes/guesses'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { readDeviceToken, tokenAfter } from './device-token'
import { keepRemembered, type Remembered, rememberedProofMs, rememberedRule, shownAtDevice } from './remembered'

interface QuickLogin {
  token: string
  code?: string | undefined
  named: NamedCode
  from: From
  endOthers: boolean
  /** True when a sign-in to a cancelled account gets a ticket that restores it. */
  restores: boolean
}

type QuickSignedIn =
  | (SignIn & { ok: true; remembered: Remembered })
  | { ok: false; code: 'remembered_over' | 'remembered_just_used' }
  | { ok: false; code: 'code_needed'; target: Target }
  | NotOpen
  | Exclude<Judgement, { ok: true }>

const over = { ok: false, code: 'remembered_over' } as const

/** Where the code of a quick sign-in is sent: purpose 22, by SMS if the account has a number that can get it. */
const targetOf = (deployment: Deployment, account: AccountProfile): Target | undefined => {
  const { mobile, email } = reachedAddresses(deployment, account)
  if (mobile) return { channel: 'sms', to: mobile, type: mobilePurpose.verifyOld }
  return email ? { channel: 'email', to: email, type: emailPurpose.verifyOld } : undefined
}

/**
 * Signs in to an account that is remembered on a device, which gets a new token. Reuse of an old token, unless it is
 * the second of two clicks, shows that a copy exists: then neither the device nor the copy is remembered any more. The
 * account's row is locked first, so concurrent uses count as one use and its second clicks.
 */
export const quickLogin = boundingGuesses(
  inTransaction<QuickLogin, QuickSignedIn>(async (stores, asked) => {
    const { familyHash, tokenHash } = readDeviceToken(asked.token)
    const holder = await stores.remembered.find(familyHash)
    if (!holder) return over
    await stores.accounts.lock(holder.accountId)
    const found = await stores.remembered.find(familyHash)
    const account = await stores.accounts.profile(holder.accountId)
    const at = stores.deployment.now()
    if (!found || found.expiresAt <= at || !account) return over
    const isKnown = await isKnownBrowser(stores, account.id, asked.from)
    const isPresent = found.tokenHash === tokenHash
    if (!isPresent && !(found.previousHash === tokenHash && at - found.usedAt <= rememberedRule.secondClickMs)) {
      await endCopied(stores, { account, from: asked.from })
      return over
    }
    const next = isPresent
      ? tokenAfter(stores.deployment.secrets[0] ?? '', asked.token)
      : givenAlready(stores.deployment, found, asked.token)
    if (next === undefined || !(isPresent || isKnown)) return { ok: false, code: 'remembered_just_used' }
    const kept = isPresent ? asked.token : next
    return signInRemembered(stores, { ...asked, account, found, isKnown, next, kept })
  }),
  async ({ token, code, named, from }, { deployment, storage }) => {
    const { familyHash, tokenHash } = readDeviceToken(token)
    const found = code === undefined ? undefined : await storage.remembered.find(familyHash)
    const account = found?.tokenHash === tokenHash ? await storage.accounts.profile(found.accountId) : undefined
    const target = account && targetOf(deployment, account)
    const typed: TypedCode[] = target && code !== undefined ? [{ target, code, named }] : []
    return { typed, clientAddress: from.clientAddress }
  },
)

/**
 * Ends everything that a copied device token may have given access to: every device that remembers the account,
 * sessions that began by one or that a thief may have passed on, and what lets a browser pass locks. Each address is
 * notified.
 */
const endCopied: Rule<{ account: AccountProfile; from: From }, void> = async (stores, { account, from }) => {
  await stores.sessions.endBegunBy(account.id, waysPassedOn)
  await forgetBrowsers(stores, account.id)
  await recordAndTell(stores, { account, change: 'remembered_copied', from })
}

/** The token that the first of two clicks got. Undefined when its key is no longer in the key ring. */
const givenAlready = ({ secrets }: Deployment, found: RememberedRecord, token: string): string | undefined =>
  secrets
    .map((secret) => tokenAfter(secret, token))
    .find((given) => readDeviceToken(given).tokenHash === found.tokenHash)

/** A device token that is not an old one. */
interface Judged {
  account: AccountProfile
  found: RememberedRecord
  /** True when the account has signed in at this browser before. A copied device token comes from another browser. */
  isKnown: boolean
  next: string
  kept: string
}

const signInRemembered = async (
  stores: Transaction,
  asked: Omit<QuickLogin, 'token'> & Judged,
): Promise<QuickSignedIn> => {
  const { account, found, isKnown, next, kept: token, code, named, from, endOthers, restores } = asked
  const at = stores.deployment.now()
  const target = targetOf(stores.deployment, account)
  // A cancelled account is restored only after a new proof.
  const isEnough = isKnown && isOpen(account) && at - found.provenAt <= rememberedProofMs(stores.deployment)
  if (!isEnough && !target) return over
  if (!isEnough && target && code === undefined) return { ok: false, code: 'code_needed', target }
  const typed = target && code !== undefined ? { target, code, named } : undefined
  const judgement = typed && (await consumeCode(stores, typed))
  if (judgement && !judgement.ok) return judgement
  const factor = judgement && target ? kindOf[target.channel] : undefined
  const provenAt = factor ? at : found.provenAt
  // A cancelled account is restored by the code only.
  if (!isOpen(account)) return refuseNotOpen(stores, account, { by: { way: wayOfFactor(factor) }, restores })
  const proves = factor ? [factor] : []
  const origin = factor ? originOfProof({ way: wayOfFactor(factor), at }) : found.origin
  const opening = { account, way: 'quick', proves, provenAt, origin, from, endOthers } as const
  // The device has proven the authenticator before, in the session in which it remembered the account.
  const { session, pending } = factor ? await signIn(stores, opening) : { session: await openSession(stores, opening) }
  // Until the authenticator is proven too, the code alone gives the device nothing.
  if (pending)
    return { ok: true, pending, remembered: { token, ...shownAtDevice(account), expiresAt: found.expiresAt } }
  // After the session, because ending the others makes all devices forget the account, including this one.
  const kept = factor ? (originFrom(session) ?? origin) : found.origin
  const used = {
    account,
    before: found,
    token: next,
    sessionId: session.id,
    deviceName: null,
    provenAt,
    origin: kept,
    from,
  }
  return { ok: true, session, remembered: await keepRemembered(stores, used) }
}

const isKnownBrowser = async (stores: Transaction, accountId: string, from: From): Promise<boolean> =>
  (await knownBrowserOf(stores, { accountId, tokens: from.tokens ?? [] })) !== undefined
