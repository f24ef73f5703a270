import type { NewPerson } from '#account-api/accounts/account/account'
import { closedRegistration } from '#account-api/accounts/account/closed-registration'
import { readNewUsername, type UsernameRefusal } from '#account-api/accounts/names/new-username'
import { chooseUsername, conflictOf, UsernameTaken } from '#account-api/accounts/names/username'
import { type OpenedSession, openSession } from '#account-api/accounts/sessions/session'
import type { From } from '#account-api/kernel/from'
import { admitting, createAdmitted, type NotAdmitted } from '#account-api/organisations/invitations/admission'
import {
  type Created,
  createFirstOrganisation,
  type ToldOrganisation,
} from '#account-api/organisations/organisation/create'
import { inTransaction, type Service } from '#account-api/sign-in/service'
import { hashPassword } from '#account-api/verification/hashing/hash'
import { type RefusedByRules, refusedByRules } from '#account-api/verification/passwords/rules'
import type { UsernameRecord } from '#rules/typed/username'

type RefusedUsername = { ok: false; code: 'username_refused'; reason: UsernameRefusal; character?: string }

export type RegisteredByUsername =
  /** `isPending`: the wanted username waits for review, and the account has `username` until then. */
  | { ok: true; username: string; isPending: boolean; session: OpenedSession; organisation: Created }
  | RefusedUsername
  | { ok: false; code: 'captcha_required' }
  | RefusedByRules
  | NotAdmitted

interface Asked extends NewPerson {
  from: From
  organisation: ToldOrganisation
}

/**
 * Creates an account with a username, a password and no address, and an organisation that it manages. Each attempt
 * needs a captcha, because a program that tries many usernames would learn which ones exist.
 */
export const registerByUsername = async (
  service: Service,
  { isPerson, ...asked }: Asked & { username: string; password: string; isPerson: () => Promise<boolean> },
): Promise<RegisteredByUsername> => {
  const { deployment, storage } = service
  const closed = closedRegistration(deployment)
  if (closed) return closed
  const read = readNewUsername(asked.username, deployment)
  if (!read.ok) return { ...read, code: 'username_refused' }
  const username = read.value
  const refused = refusedByRules(deployment, asked.password, [username.value])
  if (refused) return refused
  if (!(await isPerson())) return { ok: false, code: 'captcha_required' }
  const conflict = () => conflictOf(storage, { username, accountId: '' })
  const taken = await conflict()
  if (taken) return { ok: false, code: 'username_refused', reason: taken }
  const passwordHash = await hashPassword(deployment.peppers, asked.password, service.left)
  try {
    return await admitting(create)(service, { ...asked, username, passwordHash })
  } catch (error) {
    if (!(error instanceof UsernameTaken)) throw error
    return { ok: false, code: 'username_refused', reason: (await conflict()) ?? 'taken' }
  }
}

const create = inTransaction<Asked & { username: UsernameRecord; passwordHash: string }, RegisteredByUsername>(
  async (stores, { username, passwordHash, from, organisation: told, ...person }) => {
    const accountId = await createAdmitted(stores, { ...person, identifiers: [], passwordHash })
    const account = await stores.accounts.profile(accountId)
    if (!account) throw new Error('the account is gone')
    const chosen = await chooseUsername(stores, { account, username })
    // Thrown, so nothing of the new account remains.
    if (!chosen.ok) throw new UsernameTaken()
    const isPending = chosen.outcome === 'pending'
    const organisation = await createFirstOrganisation(stores, { ...told, from, accountId })
    const session = await openSession(stores, {
      account: { id: accountId, passwordHash, asksAuthenticator: false },
      way: 'password',
      from,
      isNew: true,
      memberId: organisation.memberId,
    })
    return { ok: true, username: isPending ? account.username : username.value, isPending, session, organisation }
  },
)
