import type { AccountProfile } from '../../accounts/account/account-record'
import { record } from '../../accounts/activity/activity'
import { noteChange } from '../../accounts/changes/history'
import { allProven, type FactorLacking } from '../../accounts/methods/ledger'
import { tellAddresses } from '../../accounts/notices/notice'
import { type Asked, askForChange } from '../../accounts/pending-changes/pending-change'
import type { PendingChange } from '../../accounts/pending-changes/pending-change-store'
import { endSignInsBy } from '../../accounts/sessions/end-sign-ins'
import type { Factor } from '../../accounts/sessions/factor'
import { lockPerson, type Person } from '../../accounts/sessions/person'
import type { From } from '../../kernel/from'
import { judgeGuard } from '../proofs/guard-proof'
import { proofOf } from '../proofs/proof'
import { inTransaction, type Rule } from '../service'
import type { NotChanged, NotSet } from './enrolment'
import { judgeStrength } from './strength'

interface Removal {
  account: AccountProfile
  provenBy: Factor[]
  from: From
  /** The session that stays, though it may have begun with the authenticator. */
  keptSessionId?: string
}

/**
 * Removes the authenticator of an account with its recovery codes, ends the sign-ins that it has let in, and tells every
 * address. The account has to be locked.
 */
export const removeAuthenticator: Rule<Removal, void> = async (
  setting,
  stores,
  { account, provenBy, from, keptSessionId },
) => {
  const accountId = account.id
  const change = 'authenticator_removed'
  await noteChange(setting, stores, { accountId, change, provenBy })
  await stores.authenticators.remove(accountId)
  await endSignInsBy(setting, stores, { accountId, entrance: 'authenticator', from, keptSessionId })
  await record(setting, stores, { accountId, kind: change, from })
  await tellAddresses(setting, stores, { account, change })
}

/** Makes the removal of an authenticator pending, which its person has no more. The account has to be locked. */
export const askForRemoval: Rule<{ account: AccountProfile; askedBy: Factor[]; from: From }, Asked> = (
  setting,
  stores,
  { account, askedBy, from },
) =>
  askForChange(setting, stores, {
    account,
    method: 'authenticator',
    value: String(account.authenticatorSince),
    successor: null,
    isLost: true,
    askedBy,
    from,
  })

interface AskedRemoval {
  person: Person
  verifyTicket: string | undefined
  /** True when the person would rather wait than prove another factor. */
  waits: boolean
  from: From
}

type Removed =
  | { ok: true; pending?: PendingChange }
  | Exclude<Asked, { ok: true }>
  | FactorLacking
  | NotChanged
  | NotSet

/**
 * Removes the authenticator of a person: at once after a proof of it, or of two factors, otherwise after 48 hours in
 * which it can be stopped.
 */
export const removeOwnAuthenticator = inTransaction<AskedRemoval, Removed>(
  async (setting, stores, { person, verifyTicket, waits, from }) => {
    const present = await lockPerson(stores, person)
    if (!present) return { ok: false, code: 'not_signed_in' }
    const { account, session } = present
    const proof = await proofOf(setting, stores, { person: present, ticket: verifyTicket, act: 'binding' })
    if (!proof.ok) return proof
    if (account.authenticatorSince === null) return { ok: false, code: 'nothing_bound' }
    const unguarded = await judgeGuard(setting, stores, present, proof.address)
    if (unguarded) return unguarded
    const { isStrong, proven, lacking } = judgeStrength(setting, present, proof.address)
    if (!isStrong && !waits) return { ok: false, code: 'factor_lacking', lacking }
    if (!(await proof.use())) return { ok: false, code: 'ticket_refused' }
    if (!isStrong) return askForRemoval(setting, stores, { account, askedBy: proven, from })
    const provenBy = allProven(setting, present, proof.address)
    await removeAuthenticator(setting, stores, { account, provenBy, from, keptSessionId: session.id })
    return { ok: true }
  },
)
