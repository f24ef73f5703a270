import type { From } from '../activity/activity'
import { consumeCode, type Judgement, lookAtCode } from '../code/code'
import type { Target } from '../code/target'
import { post } from '../message/post'
import { hashPassword } from '../password/hash'
import { type RefusedByRules, refusedByRules } from '../password/rules'
import { type StartedSession, startSession } from '../session/session'
import type { Setting } from '../setting'
import { issueTicket } from '../ticket/ticket'
import { createAccount, IdentifierTaken } from './account'
import type { Identifier } from './identifier'
import { provenMobile } from './sign-in'

/** An address with the code that proves it, and the field that the code was typed in. */
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
 * Creates an account for addresses that their codes prove, and starts its session unless asked not to. Whether an
 * address is bound already is told only to who has proven it.
 */
export const register = async (
  setting: Setting,
  {
    proofs,
    password,
    language,
    from,
    withSession = true,
  }: { proofs: Proof[]; password: string | undefined; language: string; from: From; withSession?: boolean },
): Promise<Registered> => {
  const identifiers = proofs.map((proof) => proof.identifier)
  // The password is judged first, so that a refused one costs nobody their code.
  const values = identifiers.map(({ value }) => value)
  const refused = password === undefined ? undefined : refusedByRules(password, values)
  if (refused) return refused
  // Only a right code is worth the work of a password hash.
  const looked = await failedProof(proofs, (proof) => lookAtCode(setting, setting.storage, proof.target, proof.code))
  if (looked) return looked
  const passwordHash = password === undefined ? null : await hashPassword(password)
  try {
    return await setting.storage.transaction(async (stores) => {
      const failed = await failedProof(proofs, (proof) => consumeCode(setting, stores, proof.target, proof.code))
      if (failed) return failed
      const userId = await createAccount(setting, stores, { identifiers, passwordHash, language })
      const way = proofs.some(({ target }) => target.channel === 'sms') ? 'sms' : 'email'
      const beginning = { account: { id: userId, passwordHash }, way, from, isNew: true } as const
      const session = withSession ? await startSession(setting, stores, beginning) : undefined
      return { ok: true, userId, session }
    })
  } catch (error) {
    if (error instanceof IdentifierTaken) return taken(setting, proofs, error.identifier)
    throw error
  }
}

/** The first proof that does not hold. */
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

/** The codes are used up all the same; who has proven a bound mobile gets a ticket into the account that holds it. */
const taken = (setting: Setting, proofs: Proof[], identifier: Identifier): Promise<Registered> =>
  setting.storage.transaction(async (stores) => {
    const failed = await failedProof(proofs, (proof) => consumeCode(setting, stores, proof.target, proof.code))
    if (failed) return failed
    if (identifier.kind !== 'mobile')
      return { ok: false, code: 'already_registered', field: 'email', ticket: undefined }
    const ticket = await issueTicket(setting, stores, { purpose: provenMobile, value: identifier.value })
    return { ok: false, code: 'already_registered', field: 'mobile', ticket }
  })

export type RegisteredUnverified =
  | { ok: true; userId: string; session: StartedSession }
  | { ok: false; code: 'captcha_required' }
  | RefusedByRules

/**
 * Creates an account for an address that nobody has proven. It claims the address and does not hold it, so the answer
 * is the same for one that is bound; whoever proves the address later takes it.
 */
export const registerUnverified = async (
  setting: Setting,
  {
    email,
    password,
    language,
    from,
    isPerson,
  }: { email: string; password: string; language: string; from: From; isPerson: () => Promise<boolean> },
): Promise<RegisteredUnverified> => {
  const refused = refusedByRules(password, [email])
  if (refused) return refused
  if (!(await isPerson())) return { ok: false, code: 'captcha_required' }
  const passwordHash = await hashPassword(password)
  return setting.storage.transaction(async (stores) => {
    const userId = await createAccount(setting, stores, { identifiers: [], passwordHash, language })
    await stores.accounts.claimEmail({ accountId: userId, email, at: setting.now() })
    await post(setting, stores, { to: email, channel: 'email', language, message: { kind: 'claimed' } })
    const beginning = { account: { id: userId, passwordHash }, way: 'password', from, isNew: true } as const
    return { ok: true, userId, session: await startSession(setting, stores, beginning) }
  })
}
