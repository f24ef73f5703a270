import { personOf } from '#account-api/accounts/call-context'
import type { Handling } from '#account-api/organisations/call-context'
import { shownOutside } from '#account-api/organisations/mail-domains/proven'
import { heldRoleOf } from '#account-api/organisations/organisation/organisation-handlers'
import { roleGivenBy } from '#account-api/organisations/roles/role-to-give'
import type { Service } from '#account-api/organisations/service'
import { refuseAs } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { acceptInvitation, checkInvitation, declineInvitation, invitationsTo, stateNow } from './answer'
import type { ReceivedInvitation } from './invitation-record'
import { provenMailbox } from './mailbox'
import { maskedAddress, provableAddress } from './state'

export const receivedInvitationHandlers = {
  checkInvitation: async (input, { service, session }) => {
    const account = session && (await service.storage.accounts.profile(session.accountId))
    const checked = await checkInvitation(service, { named: namedBy(input), account })
    if (!checked) return refuse('no_such_invitation', {})
    const { invitation, fit } = checked
    const received = await receivedOf(service, invitation, account)
    const invited = provableAddress(invitation)
    // A workplace message went to another kind of address.
    const isSentThere = invited !== undefined && invited.kind === invitation.channel
    const isByTicket = input.invite_ticket !== undefined
    const isShown = isSentThere && isByTicket && fit === 'signed_out' && received.state === 'pending'
    return done({
      invitation: received,
      fit,
      proven_address: isShown ? { way: invited.kind, value: invited.value } : null,
      mailbox: isShown ? await mailboxOf(service, input) : null,
      own_name: account?.name ?? null,
      sec_subject_uid: fit === 'member' ? invitation.organisation.publicId : null,
    })
  },

  acceptInvitation: async (input, context) => {
    const { service, from } = context
    const asked = { person: personOf(context), named: namedBy(input), name: input.deputy_name, from }
    const accepted = await acceptInvitation(service, asked)
    if (accepted.ok) {
      const { organisation, nextUrl } = accepted.invitation
      return done({
        sec_subject_uid: organisation.publicId,
        subject_name: organisation.name,
        identity_id: accepted.memberPublicId,
        next_url: nextUrl,
      })
    }
    return accepted.code === 'already_member'
      ? refuse('already_member', { sec_subject_uid: accepted.organisationPublicId })
      : refuseAs(accepted)
  },

  declineInvitation: async (input, context) => {
    const { service, from } = context
    const declined = await declineInvitation(service, { person: personOf(context), named: namedBy(input), from })
    return declined.ok ? done({ subject_name: declined.invitation.organisation.name }) : refuseAs(declined)
  },

  myInvitations: async (_input, { service, account }) => {
    const found = await invitationsTo(service, account)
    return done({ invitations: await Promise.all(found.map((each) => receivedOf(service, each, account))) })
  },
} satisfies Handling

const namedBy = ({
  invite_ticket,
  invite_id,
}: {
  invite_ticket?: string | undefined
  invite_id?: string | undefined
}) => ({
  ticket: invite_ticket,
  publicId: invite_id,
})

/** An invitation for its invitee, with the role that they would get now. */
const receivedOf = async (
  { storage }: Service,
  invitation: ReceivedInvitation,
  account: { email: string | null } | undefined,
) => {
  const role = await roleGivenBy(storage, invitation, invitation.organisation.publicId)
  const { domain, logo } = await shownOutside(storage, invitation.organisation.id)
  return {
    invite_id: invitation.publicId,
    channel: invitation.channel,
    state: await stateNow(storage, invitation),
    subject_name: invitation.organisation.name,
    subject_domain: domain,
    subject_logo: logo,
    inviter_name: invitation.inviter?.name ?? '',
    role: role ? heldRoleOf(role) : null,
    deputy_name: invitation.name,
    note: invitation.note,
    address: maskedAddress(invitation, account?.email),
    ends_at: new Date(invitation.endsAt).toISOString(),
  }
}

/**
 * Whether an account has the email whose mail contained the link. Null: the link does not show that it came from a
 * mail.
 */
const mailboxOf = async (
  { storage }: Service,
  {
    invite_ticket: ticket,
    invite_proof: proof,
  }: { invite_ticket?: string | undefined; invite_proof?: string | undefined },
) => {
  if (ticket === undefined || proof === undefined) return null
  const email = await provenMailbox(storage, { ticket, proof })
  if (email === undefined) return null
  return (await storage.accounts.holderOf('email', email)) === undefined ? 'free' : 'bound'
}
