import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { reachedAddresses } from '#account-api/accounts/account/reach'
import { guardOf } from '#account-api/accounts/changes/guard'
import { kinds } from '#account-api/accounts/methods/kinds'
import { earlierHashOf, provesPassword, trustedFactors } from '#account-api/accounts/methods/ledger'
import type { Factor } from '#account-api/accounts/sessions/factor'
import { wayOfFactor } from '#account-api/accounts/sessions/origin'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import type { OpenedSession } from '#account-api/accounts/sessions/session'
import { endOf } from '#account-api/accounts/sessions/use'
import { hashToken, newToken } from '#account-api/kernel/random'
import { findTicket, issueAskingTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import type { TicketRecord } from '#account-api/kernel/tickets/ticket-store'
import type { Target } from '#account-api/verification/codes/code'
import { consumeCode, type Judgement, type TypedCode } from '#account-api/verification/codes/code'
import { boundingGuesses } from '#account-api/verification/codes/guesses'
import type { RightPassword } from '#account-api/verification/passwords/judge'
import { yieldsTo } from '#account-api/verification/proofs/guard-proof'
import { issueProof } from '#account-api/verification/proofs/proof'
import { type Deployment, inTransaction, type Rule, type Service, type Stores } from '#account-api/verification/service'
import type { SignInWay } from '#contract/terms/activity'
import type { Act } from '#contract/terms/acts'
import { emailPurpose, mobilePurpose } from '#contract/terms/purposes'
import { secondWays as factorNames } from '#contract/verification/proof-errors'

export const keyPurpose = 'second_asked'

/**
 * The methods that a person can use, each with its masked address. Addresses without a channel are left out, because
 * they get no codes.
 */
export const verificationMethodsOf = (
  deployment: Deployment,
  account: AccountProfile,
): { way: Factor; masked: string }[] => {
  const has = { ...account, ...reachedAddresses(deployment, account) }
  return factorNames.flatMap((way) => {
    const value = way === 'passkey' ? has.passkeySince : kinds[way].value?.(has)
    return value ? [{ way, masked: kinds[way].mask?.(`${value}`) ?? '' }] : []
  })
}

/** The methods for a change of sign-in methods, for which the password from before a contested reset counts too. */
const changingMethodsOf = (deployment: Deployment, account: AccountProfile) =>
  verificationMethodsOf(deployment, {
    ...account,
    passwordHash: account.passwordHash ?? earlierHashOf(deployment, account) ?? null,
  })

/**
 * The ways or third-party identities that count for an act. With third-party identities, either no ways or only
 * passkeys.
 */
export interface Counting {
  ways: { way: Factor; masked: string }[]
  platforms: ProvingPlatform[]
}

/** A third-party identity whose provider can prove the person. */
interface ProvingPlatform {
  platform: string
  name: string
}

/**
 * The third-party identities that prove a person for an act, if the account has no other factor, or only passkeys,
 * which not every browser can use. Other accounts have a stronger factor, which a thief of the third-party account
 * lacks.
 */
export const provingPlatforms = async (
  stores: Stores,
  { account, act }: { account: AccountProfile; act: Act },
): Promise<ProvingPlatform[]> => {
  if (verificationMethodsOf(stores.deployment, account).some(({ way }) => way !== 'passkey')) return []
  if (act === 'binding' && (await guardOf(stores, account, stores.deployment.now()))) return []
  const bindings = await stores.platforms.of(account.id)
  return bindings
    .filter(({ platform }) => stores.deployment.providers.get(platform)?.tellsWhen)
    .map(({ platform, name }) => ({ platform, name }))
}

/**
 * The methods that count for an act. While an account is guarded, only the guarding address counts for a change of its
 * sign-in methods, unless it would yield to the others.
 */
const countingMethodsOf = async ({ deployment, storage }: Service, account: AccountProfile, act: Act) => {
  if (act !== 'binding') return verificationMethodsOf(deployment, account)
  const guard = await guardOf(storage, account, deployment.now())
  const all = changingMethodsOf(deployment, account)
  if (!guard || yieldsTo(deployment, account, guard, trustedFactors(deployment, account))) return all
  return all.filter(({ way }) => way === guard.kind)
}

/**
 * Requires a second verification for an act. The key is bound to this session.
 * @param only the accepted methods; by default those that count for the act
 */
export const askForSecondVerification = async (
  service: Service,
  { person: { account, session }, act, only }: { person: Person; act: Act; only?: readonly Factor[] },
) => ({
  key: await issueAskingTicket(service.storage, {
    purpose: keyPurpose,
    value: act,
    accountId: account.id,
    sessionId: session.id,
  }),
  ways: only
    ? changingMethodsOf(service.deployment, account).filter(({ way }) => only.includes(way))
    : await countingMethodsOf(service, account, act),
  platforms: only ? [] : await provingPlatforms(service.storage, { account, act }),
})

/** True when a key belongs to this session and is still valid. */
export const isKeyOfSession = async (service: Service, key: string, person: Person): Promise<boolean> =>
  (await actOfKey(service, key, person)) !== undefined

/** The act that a key is for. Undefined when it does not belong to this session. */
export const actOfKey = async ({ storage }: Service, key: string, person: Person): Promise<Act | undefined> => {
  const asked = await findTicket(storage, key, [keyPurpose])
  return asked && isOf(person, asked) ? (asked.value as Act) : undefined
}

/**
 * The methods and third-party identities that count for the act of a key. Undefined when the key does not belong to
 * this session.
 */
export const methodsOfKey = async (service: Service, key: string, { account, session }: Person) => {
  const act = await actOfKey(service, key, { account, session })
  if (act === undefined) return undefined
  const platforms = await provingPlatforms(service.storage, { account, act })
  return { ways: await countingMethodsOf(service, account, act), platforms }
}

/** Where the code of a method is sent, and its purpose. */
export const targetOf = ({ mobile, email }: AccountProfile, method: Factor): Target | undefined => {
  if (method === 'mobile' && mobile) return { channel: 'sms', to: mobile, type: mobilePurpose.verifyOld }
  if (method === 'email' && email) return { channel: 'email', to: email, type: emailPurpose.verifyOld }
  return undefined
}

export interface Renewed {
  ok: true
  ticket: string
  session: OpenedSession
}

export interface Renewal {
  key: string
  person: Person
}

type Verified = Renewed | Exclude<Judgement, { ok: true }> | { ok: false; code: 'ticket_refused' }

type AskedByCode = Renewal & { method: 'mobile' | 'email'; code: string; clientAddress: string }

const codeOf = ({ method, code, person }: Pick<AskedByCode, 'method' | 'code' | 'person'>): TypedCode | undefined => {
  const target = targetOf(person.account, method)
  return target && { target, code, named: { asker: person.session.id } }
}

/**
 * Checks the code that the session requested and, if it is correct, renews the session. Only sessions of the account
 * request these codes, and each checks its own.
 * @returns ticket_refused when the key belongs to another session, or the session has ended; then the code is not
 * checked
 */
export const verifyByCode = boundingGuesses(
  inTransaction<AskedByCode, Verified>(async (stores, { key, person, ...typed }) => {
    const present = await lockAsker(stores, { key, person })
    const code = present && codeOf({ ...typed, person: present })
    if (!code) return { ok: false, code: 'ticket_refused' }
    const judgement = await consumeCode(stores, code)
    if (!judgement.ok) return judgement
    const renewed = await renew(stores, { key, person: present, factor: typed.method })
    return renewed ?? { ok: false, code: 'ticket_refused' }
  }),
  (asked) => {
    const code = codeOf(asked)
    return { typed: code ? [code] : [], clientAddress: asked.clientAddress }
  },
)

/**
 * Renews the session after a correct password, unless the password has changed since. If an earlier password counts,
 * the current one is a fresh proof, but not a factor.
 */
export const verifyByPassword = inTransaction<
  Renewal & { judged: Pick<RightPassword, 'account' | 'isEarlier' | 'uncount'> },
  Renewed | undefined
>(async (stores, { key, person, judged }) => {
  const present = await lockAsker(stores, { key, person })
  if (!present) return undefined
  const counts = provesPassword(stores.deployment, present.account, judged)
  if (!counts && (judged.isEarlier || present.account.passwordHash !== judged.account.passwordHash)) return undefined
  await judged.uncount(stores)
  return renew(stores, { key, person: present, factor: counts ? 'password' : undefined })
})

/**
 * Locks the person who requested a second verification. Undefined when the key is not theirs, or the account no longer
 * exists.
 */
export const lockAsker: Rule<Renewal, (Person & { asked: TicketRecord }) | undefined> = async (
  stores,
  { key, person },
) => {
  const present = await lockPerson(stores, person)
  const asked = present && (await findTicket(stores, key, [keyPurpose]))
  return asked && isOf(present, asked) ? { ...present, asked } : undefined
}

const isOf = ({ account, session }: Person, { accountId, sessionId }: TicketRecord): boolean =>
  accountId === account.id && sessionId === session.id && session.accountId === account.id

/**
 * Gives a session a fresh proof and a new token. The old token has no proof and ends soon. The account has to be locked.
 */
export const renewSession: Rule<
  { person: Person; factor: Factor | undefined; way?: SignInWay | undefined },
  OpenedSession
> = async (stores, { person: { session }, factor, way = wayOfFactor(factor) }) => {
  const at = stores.deployment.now()
  const token = newToken(256)
  await stores.sessions.renew(session.id, { tokenHash: hashToken(token), at, factor, way })
  const origin = { ...session.origin, lastProof: { way, at } }
  const renewed = { ...session, provenAt: at, lastSeenAt: at, token, origin }
  return { ...renewed, expiresAt: endOf(stores.deployment, renewed) }
}

/**
 * Renews a session with a key, which is used up. The account has to be locked.
 * @param given `way`: how the person was proven, if the factor does not determine it
 */
export const renew: Rule<
  Renewal & { factor: Factor | undefined; way?: SignInWay | undefined },
  Renewed | undefined
> = async (stores, { key, person, factor, way }) => {
  const asked = await redeemTicket(stores, key, keyPurpose)
  if (!asked) return undefined
  const session = await renewSession(stores, { person, factor, way })
  const ticket = await issueProof(stores, { person, act: asked.value as Act })
  return { ok: true, ticket, session }
}
