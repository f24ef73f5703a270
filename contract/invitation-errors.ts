import { z } from 'zod'
import { invitationEnds } from './invitations'

const noData = z.object({})

/** The failures of calls about invitations. */
export const invitationErrors = {
  /** There is no such invitation: its link was replaced or never existed, or it belongs to somebody else. */
  no_such_invitation: { number: 1820, status: 404, data: noData },
  /** The invitation has ended, in this way. */
  invitation_over: { number: 1821, status: 409, data: z.object({ state: z.enum(invitationEnds) }) },
  /** The organisation has a pending invitation to this address already. */
  already_invited: { number: 1822, status: 409, data: z.object({ invite_id: z.string() }) },
  /** The account, or the account of the address, has a place in the organisation already. */
  already_member: { number: 1823, status: 409, data: z.object({ sec_subject_uid: z.string() }) },
  /** The invitation is for an address that the account has not proven. */
  invited_address_required: {
    number: 1824,
    status: 403,
    data: z.object({ field: z.enum(['mobile', 'email']), masked: z.string() }),
  },
  /** The invitation was sent as often as one may be. */
  resent_too_often: { number: 1825, status: 409, data: noData },
  /** The operator has set up no messages of a workplace. */
  workplace_not_set_up: { number: 1826, status: 409, data: noData },
} as const
