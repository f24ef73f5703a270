import { createAccount, type NewAccount } from '#account-api/accounts/account/account'
import { closedRegistration, type RegistrationClosed } from '#account-api/accounts/account/closed-registration'
import { type IdentifierOff, identifierOff } from '#account-api/accounts/account/identifiers-on'
import { tally } from '#account-api/kernel/limits/rolling'
import { hashToken } from '#account-api/kernel/random'
import { suspendedBy } from '#account-api/organisations/organisation/acting'
import type { Stores, Transaction } from '#account-api/organisations/service'
import { isForItsHolder } from '#contract/organisations/invitations/invitations'
import { stateNow } from './answer'
import type { ReceivedInvitation } from './invitation-record'

export type NotAdmitted = RegistrationClosed | IdentifierOff | { ok: false; code: 'invitation_required' }

/** Thrown inside a transaction, so nothing of a new account remains and no code is used up. */
class Refused extends Error {
  constructor(readonly refusal: NotAdmitted) {
    super(refusal.code)
  }
}

/** Turns a refusal by the policy that is thrown inside into the answer. */
export const admitting =
  <Own, Input, Result>(operation: (service: Own, input: Input) => Promise<Result>) =>
  async (service: Own, input: Input): Promise<Result | NotAdmitted> => {
    try {
      return await operation(service, input)
    } catch (error) {
      if (error instanceof Refused) return error.refusal
      throw error
    }
  }

/**
 * Creates an account if the policy allows it. Every way for people to create an account calls this. Check first whether
 * the address is bound: then its person has an account, and needs no invitation.
 * @throws IdentifierTaken, and Refused for {@link admitting}
 */
export const createAdmitted = async (stores: Transaction, person: NewAccount): Promise<string> => {
  const id = await createAccount(stores, person)
  const refusal =
    closedRegistration(stores.deployment) ??
    person.identifiers.map(({ kind }) => identifierOff(stores.deployment, kind)).find(Boolean) ??
    (stores.deployment.policy.registration === 'invited' && !(await isInvited(stores, person))
      ? ({ ok: false, code: 'invitation_required' } as const)
      : undefined)
  if (refusal) throw new Refused(refusal)
  return id
}

/** The maximum number of examined invitations to one address, the newest first. */
const mostLooked = 20

/** An invitation to an address admits the person who has proven it; a link admits its holder. */
const isInvited = async (stores: Transaction, { identifiers, inviteTicket }: NewAccount): Promise<boolean> => {
  const page = { at: stores.deployment.now(), limit: mostLooked }
  for (const { value } of identifiers)
    for (const invitation of await stores.invitations.ofAddress(value, page))
      if (await letsIn(stores, invitation)) return true
  if (inviteTicket === undefined) return false
  const invitation = await stores.invitations.received({ tokenHash: hashToken(inviteTicket) })
  if (!invitation || !isForItsHolder(invitation.channel) || !(await letsIn(stores, invitation))) return false
  // A link's places are taken only on acceptance, so its registrations are counted separately: as many as it has
  // places.
  const counter = { name: 'registrationsByInvitation', subject: invitation.publicId } as const
  return (await tally(stores, { add: [counter] }, stores.deployment.now())).of(counter).total <= invitation.places
}

const letsIn = async (stores: Stores, invitation: ReceivedInvitation): Promise<boolean> =>
  suspendedBy(invitation.organisation) === null && (await stateNow(stores, invitation)) === 'pending'
