import { inviteTicket } from '#contract/organisations/organisation-fields'
import { invitationIn } from '~/navigation/returning/return-address'
import { api } from '~/runtime/api.server'
import { oncePerRequest } from '~/runtime/load-context'
import type { AddressKind } from './address-kind'

/** The invitation to which a person returns after this page. */
export interface InvitationAhead {
  subjectName: string
  /** The invited address, if the link proves that its holder got a message there. */
  address: { way: AddressKind; value: string } | null
}

/**
 * The pending invitation to which the request's `?next=` leads.
 * @returns undefined if it leads elsewhere, or to an invitation that nobody can accept
 */
export const invitationAhead = oncePerRequest(async (args): Promise<InvitationAhead | undefined> => {
  const ticket = invitationIn(new URL(args.request.url).searchParams.get('next') ?? '')
  if (ticket === undefined || !inviteTicket.safeParse(ticket).success) return undefined
  const answer = await (await api(args)).checkInvitation({ invite_ticket: ticket })
  // The page works without it, because the person may still register.
  if (!answer.ok || answer.data.invitation.state !== 'pending') return undefined
  const { invitation, proven_address: address } = answer.data
  return { subjectName: invitation.subject_name, address }
})
