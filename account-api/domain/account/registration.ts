import type { From } from '../activity/activity'
import { consumeCode, type Judgement, lookAtCode } from '../code/code'
import type { Target } from '../code/target'
import { post } from '../message/post'
import { hashPassword } from '../password/hash'
import { type RefusedByRules, refusedByRules } from '../password/rules'
import { inTransaction, type Service } from '../service'
import { type StartedSession, startSession } from '../session/session'
import { issueTicket } from '../ticket/ticket'
import { createAccount, IdentifierTaken } from './account'
import type { Identifier } from './identifier'
import { provenMobile } from './sign-in'

/** An address, the code that proves it, and the field that the code was typed into. */
export interface Proof {
  target: Target
  identifier: Identifier
  code: string
  field: 'code' | 'email_code'
}

type FailedProof = Exclude<Judgement, { ok: true }> & { field: Proof['field'] }

export type Registered =
  | { ok: true; userId: string; session: StartedSession | undefined }
  | FailedProof
  | RefusedByRules
  | { ok: false; code: 'already_registered'; field: 'mobile' | 'email'; ticket: string | undefined }

/**
 * Creates an account for addresses that are proven by codes, and starts a session unless told not to. Only a person who
 * has proven an address learns that it is bound already.
 */
export const register = async (
  service: Service,
  { password, ...asked }: AskedRegistration & { password: string | undefined },
): Promise<Registered> => {
  const { setting, storage } = service
  const { proofs } = asked
  // The password is judged first: a refused one must not use up a code.
  const values = proofs.map(({ identifier }) => identifier.value)
  const refused = password === undefined ? undefined : refusedByRules(password, values)
  if (refused) return refused
  // Only a right code is worth the work of a password hash.
  const looked = await failedProof(proofs, (proof) => lookAtCode(setting, storage, proof.target, proof.code))
  if (looked) return looked
  const passwordHash = password === undefined ? null : await hashPassword(password)
  try {
    return await create(service, { ...asked, passwordHash })
  } catch (error) {
    if (error instanceof IdentifierTaken) return answerTaken(service, { proofs, identifier: error.identifier })
    throw error
  }
}

interface AskedRegistration {
  proofs: Proof[]
  language: string
  from: From
  withSession?: boolean
}

const create = inTransaction<AskedRegistration & { passwordHash: string | null }, Registered>(
  async (setting, stores, { proofs, passwordHash, language, from, withSession = true }) => {
    const failed = await failedProof(proofs, (proof) => consumeCode(setting, stores, proof.target, proof.code))
    if (failed) return failed
    const identifiers = proofs.map((proof) => proof.identifier)
    const userId = await createAccount(setting, stores, { identifiers, passwordHash, language })
    const way = proofs.some(({ target }) => target.channel === 'sms') ? 'sms' : 'email'
    const beginning = { account: { id: userId, passwordHash }, way, from, isNew: true } as const
    const session = withSession ? await startSession(setting, stores, beginning) : undefined
    return { ok: true, userId, session }
  },
)

/** The first proof that fails. */
const failedProof = async (
  proofs: Proof[],
  judge: (proof: Proof) => Promise<Judgement>,
): Promise<FailedProof | undefined> => {
  for (const proof of proofs) {
    const judgement = await judge(proof)
    if (!judgement.ok) return { ...judgement, field: proof.field }
  }
  return undefined
}

/** The codes are used up all the same. The proof of a bound mobile is worth a ticket for the account that has it. */
const answerTaken = inTransaction<{ proofs: Proof[]; identifier: Identifier }, Registered>(
  async (setting, stores, { proofs, identifier }) => {
    const failed = await failedProof(proofs, (proof) => consumeCode(setting, stores, proof.target, proof.code))
    if (failed) return failed
    if (identifier.kind !== 'mobile')
      return { ok: false, code: 'already_registered', field: 'email', ticket: undefined }
    const ticket = await issueTicket(setting, stores, { purpose: provenMobile, value: identifier.value })
    return { ok: false, code: 'already_registered', field: 'mobile', ticket }
  },
)

export type RegisteredUnverified =
  | { ok: true; userId: string; session: StartedSession }
  | { ok: false; code: 'captcha_required' }
  | RefusedByRules

/**
 * Creates an account for an email that nobody has proven. The account claims the email but does not have it, so the
 * answer is the same when the email is bound. Whoever proves the email later gets it.
 */
export const registerUnverified = async (
  service: Service,
  { password, isPerson, ...asked }: AskedUnverified & { password: string; isPerson: () => Promise<boolean> },
): Promise<RegisteredUnverified> => {
  const refused = refusedByRules(password, [asked.email])
  if (refused) return refused
  if (!(await isPerson())) return { ok: false, code: 'captcha_required' }
  return createUnverified(service, { ...asked, passwordHash: await hashPassword(password) })
}

interface AskedUnverified {
  email: string
  language: string
  from: From
}

const createUnverified = inTransaction<AskedUnverified & { passwordHash: string }, RegisteredUnverified>(
  async (setting, stores, { email, passwordHash, language, from }) => {
    const userId = await createAccount(setting, stores, { identifiers: [], passwordHash, language })
    await stores.accounts.claimEmail({ accountId: userId, email, at: setting.now() })
    await post(setting, stores, { to: email, channel: 'email', language, message: { kind: 'claimed' } })
    const beginning = { account: { id: userId, passwordHash }, way: 'password', from, isNew: true } as const
    return { ok: true, userId, session: await startSession(setting, stores, beginning) }
  },
)
