import { IdentifierTaken, type NewPerson } from '#account-api/accounts/account/account'
import { closedRegistration } from '#account-api/accounts/account/closed-registration'
import { type Identifier, kindOf } from '#account-api/accounts/account/identifier'
import { type OpenedSession, openSession } from '#account-api/accounts/sessions/session'
import type { From } from '#account-api/kernel/from'
import { type Counter, tally } from '#account-api/kernel/limits/rolling'
import { post } from '#account-api/kernel/outbox/post'
import { admitting, createAdmitted, type NotAdmitted } from '#account-api/organisations/invitations/admission'
import {
  type Created,
  createFirstOrganisation,
  type ToldOrganisation,
} from '#account-api/organisations/organisation/create'
import { inTransaction, type Service } from '#account-api/sign-in/service'
import { boundingGuesses } from '#account-api/verification/codes/guesses'
import { issueProven } from '#account-api/verification/codes/proven-address'
import {
  consumeValue,
  isTyped,
  lookAtValue,
  type ValueJudgement,
  type ValueProof,
} from '#account-api/verification/codes/value-proof'
import { hashPassword } from '#account-api/verification/hashing/hash'
import { type RefusedByRules, refusedByRules } from '#account-api/verification/passwords/rules'

/** An address, its proof, and the field into which its code was typed. */
export type ProvenAddress = ValueProof & {
  identifier: Identifier
  field: 'code' | 'email_code'
}

type FailedProof = Exclude<ValueJudgement, { ok: true }> & { field: ProvenAddress['field'] | undefined }

export type Registered =
  | { ok: true; userId: string; session: OpenedSession | undefined; organisation: Created | undefined }
  | FailedProof
  | RefusedByRules
  | NotAdmitted
  | { ok: false; code: 'already_registered'; field: 'mobile' | 'email'; ticket: string }

/**
 * Creates an account for proven addresses, and opens a session by default. Only a person who has proven an address
 * learns that it is bound already.
 */
export const register = boundingGuesses(
  (service: Service, asked: AskedRegistration & { password: string | undefined }) => registerProven(service, asked),
  ({ addresses, from }) => ({ typed: addresses.filter(isTyped), clientAddress: from.clientAddress }),
)

const registerProven = async (
  service: Service,
  { password, ...asked }: AskedRegistration & { password: string | undefined },
): Promise<Registered> => {
  const { deployment, storage } = service
  const closed = closedRegistration(deployment)
  if (closed) return closed
  const { addresses } = asked
  // The password is checked first, because a refused one must not use up a code.
  const values = addresses.map(({ identifier }) => identifier.value)
  const refused = password === undefined ? undefined : refusedByRules(deployment, password, values)
  if (refused) return refused
  // A password is only hashed after a correct proof.
  const looked = await failedProof(addresses, (each) => lookAtValue(storage, each))
  if (looked) return looked
  const passwordHash = password === undefined ? null : await hashPassword(deployment.peppers, password, service.left)
  try {
    return await admitting(create)(service, { ...asked, passwordHash })
  } catch (error) {
    if (error instanceof IdentifierTaken) return answerTaken(service, { addresses, identifier: error.identifier })
    throw error
  }
}

interface AskedRegistration extends NewPerson {
  addresses: ProvenAddress[]
  from: From
  withSession?: boolean
  organisation?: ToldOrganisation | undefined
}

const create = inTransaction<AskedRegistration & { passwordHash: string | null }, Registered>(
  async (stores, { addresses, passwordHash, from, withSession = true, organisation: told, ...person }) => {
    const failed = await failedProof(addresses, (each) => consumeValue(stores, each))
    if (failed) return failed
    const identifiers = addresses.map((each) => each.identifier)
    const userId = await createAdmitted(stores, { ...person, identifiers, passwordHash })
    const way = addresses.some(({ target }) => target.channel === 'sms') ? 'sms' : 'email'
    const proves = [
      ...addresses.map(({ target }) => kindOf[target.channel]),
      ...(passwordHash ? ['password' as const] : []),
    ]
    const account = { id: userId, passwordHash, asksAuthenticator: false }
    const organisation = told && (await createFirstOrganisation(stores, { ...told, from, accountId: userId }))
    const opening = { account, way, proves, from, isNew: true, memberId: organisation?.memberId ?? null } as const
    const session = withSession ? await openSession(stores, opening) : undefined
    return { ok: true, userId, session, organisation }
  },
)

const failedProof = async (
  addresses: ProvenAddress[],
  judge: (each: ProvenAddress) => Promise<ValueJudgement>,
): Promise<FailedProof | undefined> => {
  for (const each of addresses) {
    const judgement = await judge(each)
    if (!judgement.ok) return { ...judgement, field: each.field }
  }
  return undefined
}

/** The proofs are still used up. A proven address that is bound gives a ticket for its account. */
const answerTaken = inTransaction<{ addresses: ProvenAddress[]; identifier: Identifier }, Registered>(
  async (stores, { addresses, identifier }) => {
    const failed = await failedProof(addresses, (each) => consumeValue(stores, each))
    if (failed) return failed
    // Only addresses are registered.
    const field = identifier.kind === 'mobile' ? 'mobile' : 'email'
    const ticket = await issueProven(stores, { kind: field, value: identifier.value })
    return { ok: false, code: 'already_registered', field, ticket }
  },
)

export type RegisteredUnverified =
  | { ok: true; username: string; session: OpenedSession }
  | { ok: false; code: 'captcha_required' }
  | RefusedByRules
  | NotAdmitted

/** How many messages an email gets in a day about accounts that claim it. */
const mostClaimMessages = 3

/**
 * Creates an account for an email that nobody has proven. The account claims the email but does not have it, so the
 * answer is the same when the email is bound. Until somebody proves the email, only the username and this session give
 * access to the account, because a sign-in with the email would show whether another account has it.
 */
export const registerUnverified = async (
  service: Service,
  { password, isPerson, ...asked }: AskedUnverified & { password: string; isPerson: () => Promise<boolean> },
): Promise<RegisteredUnverified> => {
  const refused = closedRegistration(service.deployment) ?? refusedByRules(service.deployment, password, [asked.email])
  if (refused) return refused
  if (!(await isPerson())) return { ok: false, code: 'captcha_required' }
  const { deployment, storage } = service
  const counter: Counter = { name: 'claimMessages', subject: `email:${asked.email}` }
  const messages = (await tally(storage, { add: [counter] }, deployment.now())).of(counter).total
  const passwordHash = await hashPassword(deployment.peppers, password, service.left)
  return admitting(createUnverified)(service, { ...asked, isTold: messages <= mostClaimMessages, passwordHash })
}

interface AskedUnverified extends NewPerson {
  email: string
  from: From
}

const createUnverified = inTransaction<
  AskedUnverified & { isTold: boolean; passwordHash: string },
  RegisteredUnverified
>(async (stores, { email, isTold, passwordHash, from, ...person }) => {
  const { language } = person
  const userId = await createAdmitted(stores, { ...person, identifiers: [], passwordHash })
  await stores.accounts.claimEmail({ accountId: userId, email, at: stores.deployment.now() })
  const username = (await stores.accounts.profile(userId))?.username ?? ''
  if (isTold) await post(stores, { to: email, channel: 'email', language, message: { kind: 'claimed', username } })
  const account = { id: userId, passwordHash, asksAuthenticator: false }
  const session = await openSession(stores, { account, way: 'password', from, isNew: true })
  return { ok: true, username, session }
})
