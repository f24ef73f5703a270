import type { Act } from '../../../contract/acts'
import type { secondWays } from '../../../contract/errors'
import { emailPurpose, mobilePurpose } from '../../../contract/purposes'
import type { AccountProfile } from '../account/account-store'
import { maskEmail, maskMobile } from '../account/identifier'
import { consumeCode, type Judgement } from '../code/code'
import type { Target } from '../code/target'
import { guardOf } from '../not-me/guard'
import type { RightPassword } from '../password/judge'
import { issueProof } from '../proof/proof'
import { hashToken, newToken } from '../random'
import { inTransaction, type Rule, type Service } from '../service'
import type { Person } from '../session/person'
import { type StartedSession, sessionRule } from '../session/session'
import { findTicket, issueTicket, redeemTicket } from '../ticket/ticket'

export type VerificationMethod = (typeof secondWays)[number]

const keyPurpose = 'second_asked'

/** The methods that a person can use, each with its masked address. */
export const verificationMethodsOf = ({
  mobile,
  email,
  passwordHash,
}: AccountProfile): { way: VerificationMethod; masked: string }[] => [
  ...(mobile ? [{ way: 'mobile' as const, masked: maskMobile(mobile) }] : []),
  ...(email ? [{ way: 'email' as const, masked: maskEmail(email) }] : []),
  ...(passwordHash ? [{ way: 'password' as const, masked: '' }] : []),
]

/**
 * The methods that count for an act. While an account is guarded, only the guarding address counts for a change of its
 * sign-in methods.
 */
const countingMethodsOf = async ({ setting, storage }: Service, account: AccountProfile, act: Act) => {
  const guard = act === 'binding' ? await guardOf(storage, account, setting.now()) : undefined
  return verificationMethodsOf(account).filter(({ way }) => !guard || way === guard.kind)
}

/** Asks for a second verification for an act. The key is bound to this session. */
export const askForSecondVerification = async (
  service: Service,
  { person: { account, session }, act }: { person: Person; act: Act },
) => ({
  key: await issueTicket(service.setting, service.storage, {
    purpose: keyPurpose,
    value: act,
    accountId: account.id,
    sessionId: session.id,
  }),
  ways: await countingMethodsOf(service, account, act),
})

/** Whether a key belongs to this session and is still good. */
export const isKeyOfSession = async (
  { setting, storage }: Service,
  key: string,
  { session }: Pick<Person, 'session'>,
): Promise<boolean> => (await findTicket(setting, storage, key, [keyPurpose]))?.sessionId === session.id

/** The methods that count for the act of a key. Undefined when the key does not belong to this session. */
export const methodsOfKey = async (service: Service, key: string, { account, session }: Person) => {
  const asked = await findTicket(service.setting, service.storage, key, [keyPurpose])
  return asked?.sessionId === session.id ? countingMethodsOf(service, account, asked.value as Act) : undefined
}

/** Where the code of a method goes, and for which purpose. */
export const targetOf = ({ mobile, email }: AccountProfile, method: VerificationMethod): Target | undefined => {
  if (method === 'mobile' && mobile) return { channel: 'sms', to: mobile, type: mobilePurpose.verifyOld }
  if (method === 'email' && email) return { channel: 'email', to: email, type: emailPurpose.verifyOld }
  return undefined
}

interface Renewed {
  ok: true
  ticket: string
  session: StartedSession
}

interface Renewal {
  key: string
  person: Person
}

type Verified = Renewed | Exclude<Judgement, { ok: true }>

/** Judges a code and, when it is right, renews the session. */
export const verifyByCode = inTransaction<Renewal & { target: Target; code: string }, Verified | undefined>(
  async (setting, stores, { key, target, code, person }) => {
    const judgement = await consumeCode(setting, stores, target, code)
    if (!judgement.ok) return judgement
    const proof = { accountId: person.account.id, address: target.to, sessionId: person.session.id }
    await stores.guards.noteProof({ ...proof, at: setting.now() })
    return renew(setting, stores, { key, person })
  },
)

/** Renews the session after a right password. */
export const verifyByPassword = inTransaction<Renewal & { judged: RightPassword }, Renewed | undefined>(
  async (setting, stores, { key, person, judged }) => {
    await judged.forget(stores)
    return renew(setting, stores, { key, person })
  },
)

/**
 * Renews a session: the key is used up, and the session gets a fresh proof and a new token. The old token has no proof
 * and ends soon.
 */
const renew: Rule<Renewal, Renewed | undefined> = async (setting, stores, { key, person }) => {
  const { session } = person
  const asked = await redeemTicket(setting, stores, key, keyPurpose)
  if (asked?.sessionId !== session.id) return undefined
  const at = setting.now()
  const token = newToken(256)
  await stores.sessions.renew(session.id, { tokenHash: hashToken(token), at })
  const ticket = await issueProof(setting, stores, { person, act: asked.value as Act })
  const renewed = { ...session, provenAt: at, lastSeenAt: at, token }
  return { ok: true, ticket, session: { ...renewed, expiresAt: session.createdAt + sessionRule.longestMs } }
}
