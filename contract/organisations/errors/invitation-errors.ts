import { z } from 'zod'
import { batchStates, listRefusals } from '#contract/organisations/invitations/invitation-batches'
import { invitationEnds } from '#contract/organisations/invitations/invitations'
import { smsLimits } from '#contract/organisations/invitations/sms-invitations'

const noData = z.object({})
const count = z.number().int().nonnegative()

export const invitationErrors = {
  /** The invitation does not exist: its link was replaced or never existed, or it belongs to somebody else. */
  no_such_invitation: { number: 1820, status: 404, data: noData },
  /** The invitation has ended, in this way. */
  invitation_over: { number: 1821, status: 409, data: z.object({ state: z.enum(invitationEnds) }) },
  /** The organisation already has a pending invitation to this address. */
  already_invited: { number: 1822, status: 409, data: z.object({ invite_id: z.string() }) },
  /** The account, or the account of the address, already has a place in the organisation. */
  already_member: { number: 1823, status: 409, data: z.object({ sec_subject_uid: z.string() }) },
  /** The invitation is for an address that the account has not proven. */
  invited_address_required: {
    number: 1824,
    status: 403,
    data: z.object({ field: z.enum(['mobile', 'email']), masked: z.string() }),
  },
  /**
   * The organisation has removed the account. Only a later invitation to one of its addresses allows it to come back.
   */
  was_removed: { number: 1828, status: 403, data: noData },
  resent_too_often: { number: 1825, status: 409, data: noData },
  /** The operator has set up no workplace messages. */
  workplace_not_set_up: { number: 1826, status: 409, data: noData },
  /** The list cannot be read. `line`: where; 0 if unknown. `most`: the maximum number of lines. */
  invitation_list_refused: {
    number: 1870,
    status: 400,
    data: z.object({ reason: z.enum(listRefusals), line: count, most: count }),
  },
  no_such_batch: { number: 1871, status: 404, data: noData },
  /** The lines of the batch are still being checked, or were sent already. */
  batch_not_ready: { number: 1872, status: 409, data: z.object({ state: z.enum(batchStates) }) },
  /**
   * More people than may be invited by lists within 24 hours: `left` of `most`. `retry_after`: until all of them fit.
   */
  too_many_invitations: {
    number: 1873,
    status: 429,
    data: z.object({ most: count, left: count, retry_after: count }),
  },
  /** No more people can be invited by SMS now. `most`: how many within 24 hours. */
  too_many_sms_invitations: {
    number: 1874,
    status: 429,
    data: z.object({ limit: z.enum(smsLimits), most: count, retry_after: count }),
  },
} as const
