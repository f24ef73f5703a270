import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { readNameHere } from '#account-api/accounts/names/shown-name'
import { lockPerson, type Person } from '#account-api/accounts/sessions/person'
import type { From } from '#account-api/kernel/from'
import { hashToken } from '#account-api/kernel/random'
import { noteAnswer } from '#account-api/organisations/invitation-answers/tell-inviters'
import { suspendedBy } from '#account-api/organisations/organisation/acting'
import { join } from '#account-api/organisations/organisation/join'
import { recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { nameInOrganisation } from '#account-api/organisations/organisation/person-name'
import { roleGivenBy, stands } from '#account-api/organisations/roles/role-to-give'
import { inTransaction, type Service, type Stores, type Transaction } from '#account-api/organisations/service'
import {
  type InvitationFit,
  type InvitationState,
  isForItsHolder,
} from '#contract/organisations/invitations/invitations'
import type { ReceivedInvitation } from './invitation-record'
import { countAccepted } from './sms-standing'
import { loggedAs, maskedAddress, provableAddress, stateOf } from './state'

/** The invitation in a call: by the ticket of its link, or by its id if it is to one of the person's addresses. */
export interface NamedBy {
  ticket?: string | undefined
  publicId?: string | undefined
}

type Proven = Pick<AccountProfile, 'mobile' | 'email'>

/** True when the account has proven the invited address. */
const isTo = (account: Proven, invitation: ReceivedInvitation): boolean => {
  const address = provableAddress(invitation)
  return address !== undefined && account[address.kind] === address.value
}

/** True when the account may answer the invitation. The ticket is enough if no stronger proof exists. */
const mayAnswer = (account: Proven, invitation: ReceivedInvitation): boolean =>
  isForItsHolder(invitation.channel) || isTo(account, invitation)

/** The invited address, if the account has proven it. */
const knownBy = (account: Proven, invitation: ReceivedInvitation): string | null =>
  isTo(account, invitation) ? (provableAddress(invitation)?.value ?? null) : null

/** An id gives access only to the account of the invited address. */
const find = async (
  stores: Stores,
  { ticket, publicId }: NamedBy,
  account: AccountProfile | undefined,
): Promise<ReceivedInvitation | undefined> => {
  if (ticket !== undefined) return stores.invitations.received({ tokenHash: hashToken(ticket) })
  const found = publicId === undefined ? undefined : await stores.invitations.received({ publicId })
  return found && account && isTo(account, found) ? found : undefined
}

/** The current state for the invitee. An invitation ends when its inviter may no longer invite. */
export const stateNow = async (stores: Stores, invitation: ReceivedInvitation): Promise<InvitationState> => {
  const state = stateOf(stores.deployment, invitation)
  const isVoid = state === 'pending' && !(await stands(stores, invitation, invitation.organisation.publicId))
  return isVoid ? 'cancelled' : state
}

/** True when the organisation has removed the account, and has invited none of its addresses since. */
const wasRemoved = async (
  stores: Stores,
  account: AccountProfile,
  { organisationId, ...invitation }: ReceivedInvitation,
): Promise<boolean> => {
  const removedAt = await stores.memberLists.removedAt({ organisationId, accountId: account.id })
  if (removedAt === undefined) return false
  return !isTo(account, { ...invitation, organisationId }) || invitation.createdAt <= removedAt
}

const isMember = async (stores: Stores, account: AccountProfile, { organisation }: ReceivedInvitation) =>
  (await stores.members.acting(account.id, organisation.publicId)) !== undefined

/** Reads an invitation, and what prevents a person from accepting it. Undefined if it does not exist. */
export const checkInvitation = async (
  { storage }: Service,
  { named, account }: { named: NamedBy; account: AccountProfile | undefined },
): Promise<{ invitation: ReceivedInvitation; fit: InvitationFit } | undefined> => {
  const invitation = await find(storage, named, account)
  if (!invitation) return undefined
  if (!account) return { invitation, fit: 'signed_out' }
  if (await isMember(storage, account, invitation)) return { invitation, fit: 'member' }
  if (!mayAnswer(account, invitation)) return { invitation, fit: 'other' }
  if (await wasRemoved(storage, account, invitation)) return { invitation, fit: 'removed' }
  return { invitation, fit: suspendedBy(invitation.organisation) === null ? 'fits' : 'subject_frozen' }
}

interface Answering {
  person: Person
  named: NamedBy
  from: From
}

type NotAnswered =
  | { ok: false; code: 'not_signed_in' | 'no_such_invitation' }
  | { ok: false; code: 'invitation_over'; state: Exclude<InvitationState, 'pending'> }
  | { ok: false; code: 'invited_address_required'; field: 'mobile' | 'email'; masked: string }

type Found = { ok: true; account: AccountProfile; invitation: ReceivedInvitation }

/** Locks the account and the organisation, and rereads the invitation. */
const locked = async (
  stores: Transaction,
  { person, named }: Answering,
): Promise<Found | Extract<NotAnswered, { code: 'not_signed_in' | 'no_such_invitation' }>> => {
  const present = await lockPerson(stores, person)
  if (!present) return { ok: false, code: 'not_signed_in' }
  const { account } = present
  const seen = await find(stores, named, account)
  if (seen) await stores.organisations.lock(seen.organisationId)
  const invitation = seen && (await find(stores, named, account))
  return invitation ? { ok: true, account, invitation } : { ok: false, code: 'no_such_invitation' }
}

const judge = async (
  stores: Stores,
  { account, invitation }: Found,
): Promise<Extract<NotAnswered, { code: 'invitation_over' | 'invited_address_required' }> | undefined> => {
  const state = await stateNow(stores, invitation)
  if (state !== 'pending') return { ok: false, code: 'invitation_over', state }
  if (mayAnswer(account, invitation)) return undefined
  const field = provableAddress(invitation)?.kind
  // Its address was erased, which ended the invitation.
  if (!field) return { ok: false, code: 'invitation_over', state: 'cancelled' }
  return { ok: false, code: 'invited_address_required', field, masked: maskedAddress(invitation, account.email) }
}

type Accepted =
  | { ok: true; invitation: ReceivedInvitation; memberPublicId: string }
  | NotAnswered
  | { ok: false; code: 'already_member'; organisationPublicId: string }
  | { ok: false; code: 'was_removed' }
  | { ok: false; code: 'subject_frozen'; by: 'manager' | 'operator' | 'closing' }

interface Accepting extends Answering {
  /** The name that the person gave. */
  name: string | undefined
}

/** Gives the person a place in the organisation, with the role if the inviter may still give it. */
export const acceptInvitation = async (service: Service, answering: Accepting): Promise<Accepted> => {
  const accepted = await accept(service, answering)
  if (accepted.ok && accepted.invitation.channel === 'mobile') {
    const { organisationId } = accepted.invitation
    await countAccepted(service.storage, { organisationId, accountId: answering.person.account.id })
  }
  return accepted
}

const accept = inTransaction<Accepting, Accepted>(async (stores, answering) => {
  const found = await locked(stores, answering)
  if (!found.ok) return found
  const { account, invitation } = found
  const { organisation } = invitation
  if (await isMember(stores, account, invitation))
    return { ok: false, code: 'already_member', organisationPublicId: organisation.publicId }
  const refused = await judge(stores, found)
  if (refused) return refused
  if (await wasRemoved(stores, account, invitation)) return { ok: false, code: 'was_removed' }
  const by = suspendedBy(organisation)
  if (by !== null) return { ok: false, code: 'subject_frozen', by }
  const role = await roleGivenBy(stores, invitation, organisation.publicId)
  // The organisation is locked, so both succeed. If not, the answer is the same as for a later call.
  if (!(await stores.invitations.takePlace(invitation.id, stores.deployment.now())))
    return { ok: false, code: 'invitation_over', state: 'accepted' }
  // The name may be from before its review, or before the site has its present name.
  const offered = readNameHere(stores.deployment, 'member', invitation.name).ok ? invitation.name : ''
  const name = await nameInOrganisation(stores, { account, given: answering.name, offered })
  const joining = { organisation, accountId: account.id, name, address: knownBy(account, invitation) }
  const member = await join(stores, { ...joining, from: answering.from })
  if (!member) throw new Error('an account got a second place in an organisation')
  if (role) await stores.roles.give(role, [member.id])
  await recordInOrganisation(stores, {
    kind: 'invitation_accepted',
    acting: { organisation, member },
    target: loggedAs(invitation),
    after: { role: role?.key, ...(invitation.extra && { extra: invitation.extra }) },
    from: answering.from,
  })
  await noteAnswer(stores, { invitation, name })
  return { ok: true, invitation, memberPublicId: member.publicId }
})

/** Ends an invitation to an address of the person. A link stays, because it is for others too. */
export const declineInvitation = inTransaction<Answering, { ok: true; invitation: ReceivedInvitation } | NotAnswered>(
  async (stores, answering) => {
    const found = await locked(stores, answering)
    if (!found.ok) return found
    const { invitation } = found
    const refused = await judge(stores, found)
    if (refused) return refused
    if (invitation.channel === 'link') return { ok: true, invitation }
    await stores.invitations.end(invitation.id, { state: 'declined', at: stores.deployment.now() })
    await recordInOrganisation(stores, {
      kind: 'invitation_declined',
      // A person who declines has no place in the organisation, and no name there.
      acting: { organisation: invitation.organisation, member: { publicId: '', name: '' } },
      target: loggedAs(invitation),
      from: { ...answering.from, clientAddress: '', client: '' },
    })
    await noteAnswer(stores, { invitation })
    return { ok: true, invitation }
  },
)

/** The maximum number of invitations in the list of a person. */
const mostListed = 20

/** The pending invitations to the proven addresses of an account, the newest first. */
export const invitationsTo = async (
  { deployment, storage }: Service,
  { mobile, email }: AccountProfile,
): Promise<ReceivedInvitation[]> => {
  const pending = { at: deployment.now(), limit: mostListed }
  const found = await Promise.all(
    [mobile, email].map((address) => (address === null ? [] : storage.invitations.ofAddress(address, pending))),
  )
  const standing = await Promise.all(
    found.flat().map(async (each) => ((await stateNow(storage, each)) === 'pending' ? [each] : [])),
  )
  return standing
    .flat()
    .toSorted((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, mostListed)
}
