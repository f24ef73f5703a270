import { z } from 'zod'
import { call } from '#contract/call'
import {
  batchStates,
  lineStates,
  listFormats,
  mostOfAList,
} from '#contract/organisations/invitations/invitation-batches'
import { invitationChannels, invitationDays, invitationStates } from '#contract/organisations/invitations/invitations'
import { days, offeredNote, roleErrors } from '#contract/organisations/invitations/offers'
import { batchId, heldRole, inSubject, inviteId, roleKey } from '#contract/organisations/organisation-fields'
import { isWithinReach, listKey, listPage, longestReportPage, no, numberRegion } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { sensitive } from '#contract/terms/sensitive'

const thisBatch = { ...inSubject, batch_id: batchId }

const reportPageSize = z.coerce.number().int().min(1).max(longestReportPage).default(10)

const count = z.number().int().nonnegative()

const batch = z.object({
  batch_id: batchId,
  state: z.enum(batchStates),
  /** The number of all lines, and of the checked ones. */
  lines: count,
  checked: count,
  /** The role and the note of lines without their own. */
  role: heldRole.nullable().default(null),
  note: z.string(),
  /** The region in which numbers without a country code were read. Null: unknown. */
  region: z.string().nullable().default(null),
  days: z.number().int(),
  /** Empty: the inviter has left. */
  inviter_name: z.string(),
  created_at: z.iso.datetime(),
})

const line = z.object({
  /** The position of the line in the list, from 1. */
  number: z.number().int(),
  state: z.enum(lineStates),
  /** Null if no address could be read. */
  channel: z.enum(invitationChannels).nullable().default(null),
  /** Masked, but whole for members who may invite, until an invitation to it has ended. */
  address: z.string(),
  /** The beginning of the unreadable text. */
  typed: z.string(),
  deputy_name: z.string(),
  role: heldRole.nullable().default(null),
  /** For a repeated line, the first line that has the same address. */
  same_as: z.number().int().nullable().default(null),
  invitation: z
    .object({ invite_id: inviteId, state: z.enum(invitationStates) })
    .nullable()
    .default(null),
})

export const createInvitationBatch = call({
  name: 'createInvitationBatch',
  power: {
    proof: 'fresh',
    act: 'organisation',
    when: 'role_key',
    factor: true,
    tells: [],
    undoneBy: 'given',
    limit: 'invitations',
  },
  summary:
    'Reads a list of people to invite, and checks each line. A long list is checked in the background. Nobody is invited before sendInvitationBatch. In CSV a first line names the columns address, name, role and note, in any order. Without that line, four columns are read in this order, and fewer columns as address, role and note. A role is named by its key or its name.',
  path: '/passport/org/invite/batch/create',
  body: 'multipart',
  input: z.object({
    ...inSubject,
    list: sensitive(z.string().refine((text) => Buffer.byteLength(text) <= mostOfAList.bytes)),
    format: z.enum(listFormats),
    /** The region of numbers without a country code. */
    region: numberRegion,
    /** The role of lines without their own. */
    role_key: roleKey.optional(),
    note: offeredNote.default(''),
    days: days.default(invitationDays.usual),
  }),
  output: z.object({ batch_id: batchId, lines: count }),
  errors: ['invitation_list_refused', ...roleErrors],
  auth: 'member',
  needs: 'invitation.send',
  once: true,
})

export const sendInvitationBatch = call({
  name: 'sendInvitationBatch',
  power: { proof: 'fresh', act: 'organisation', tells: ['invitation'], undoneBy: 'others', limit: 'invitations' },
  summary:
    'Invites the people on the new lines of a checked batch, one after the other. Each line is checked again first. Lines over the SMS limit of the organisation become sms_limit. If all lines are over it, the batch stays unchanged. An account without a mobile number needs a captcha.',
  path: '/passport/org/invite/batch/send',
  input: z.object(thisBatch),
  output: z.object({ people: count }),
  errors: ['no_such_batch', 'batch_not_ready', 'captcha_required', 'too_many_invitations', 'too_many_sms_invitations'],
  auth: 'member',
  needs: 'invitation.send',
})

export const invitationBatch = call({
  name: 'invitationBatch',
  power: reads('session'),
  summary:
    'Returns a batch with the results of its lines, in the order of the list. With a state, only the lines in that state.',
  method: 'GET',
  path: '/passport/org/invite/batch/lines/{page}',
  input: z
    .object({ ...thisBatch, ...listPage, page_size: reportPageSize, state: z.enum(lineStates).optional() })
    .refine(isWithinReach, { path: ['page'] }),
  output: z.object({
    batch,
    counts: z.object({
      lines: z.partialRecord(z.enum(lineStates), count),
      invitations: z.partialRecord(z.enum(invitationStates), count),
    }),
    /** The number of new lines by SMS. */
    new_by_sms: count.default(0),
    /** True: sending them needs a captcha, because the acting account has no mobile number. */
    asks_check: no,
    lines: z.array(line),
    /** The key of the next page (`after`). Null: this page is the last one. */
    next: listKey.nullable().default(null),
  }),
  errors: ['no_such_batch'],
  auth: 'member',
  needs: 'invitation.read',
})

export const listInvitationBatches = call({
  name: 'listInvitationBatches',
  power: reads('session'),
  summary: 'Returns the batches of an organisation, the newest first. They are kept for 30 days.',
  method: 'GET',
  path: '/passport/org/invite/batch/list/{page}',
  input: z.object({ ...inSubject, ...listPage }).refine(isWithinReach, { path: ['page'] }),
  output: z.object({ batches: z.array(batch), next: listKey.nullable().default(null) }),
  auth: 'member',
  needs: 'invitation.read',
})
