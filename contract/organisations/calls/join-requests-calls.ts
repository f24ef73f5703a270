import { z } from 'zod'
import { call } from '#contract/call'
import { roleErrors } from '#contract/organisations/invitations/offers'
import {
  identityId,
  inSubject,
  joinRequestId,
  ownDeputyName,
  roleKey,
} from '#contract/organisations/organisation-fields'
import { isWithinReach, listKey, listPage } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'

const thisRequest = { ...inSubject, request_id: joinRequestId }

export const askToJoin = call({
  name: 'askToJoin',
  power: { proof: 'asked', act: 'data', tells: ['organisation'], undoneBy: 'others', limit: 'domains' },
  summary:
    'Asks to join the organisation that has proven the domain of the account’s email, if people join it by invitation only. An account has one request at a time; a repeated call does not change it. The mailbox must have been proven within a day, or is proven again. Those who may invite are notified, at most once an hour.',
  path: '/passport/org/domain/ask',
  input: z.object({ ...inSubject, ...ownDeputyName }),
  output: z.object({ subject_name: z.string(), ends_at: z.iso.datetime() }),
  errors: ['not_joinable', 'already_member', 'join_request_declined', 'second_verification_required'],
  auth: 'user',
  event: 'if_changed',
})

export const withdrawJoinRequest = call({
  name: 'withdrawJoinRequest',
  power: { proof: 'session', tells: [], undoneBy: 'nothing', limit: 'none' },
  summary: 'Withdraws the account’s pending request to join an organisation.',
  path: '/passport/org/domain/withdraw',
  input: z.object(inSubject),
  output: z.object({ withdrawn: z.boolean() }),
  errors: ['no_such_join_request'],
  auth: 'user',
})

const joinRequest = z.object({
  request_id: joinRequestId,
  /** The name that the person gave. */
  deputy_name: z.string(),
  /** The email by which they ask, whose domain the organisation has proven. For a removed member, empty if unknown. */
  address: z.string(),
  /** The names of the former roles of a removed member whose place is offered again. Null: the person asks. */
  former_roles: z.array(z.string()).nullable().default(null),
  asked_at: z.iso.datetime(),
  /** When it expires. */
  ends_at: z.iso.datetime(),
})

export const listJoinRequests = call({
  name: 'listJoinRequests',
  power: reads('session'),
  summary:
    'Returns the pending requests to join the organisation, the newest first. Also returns the members whom a thief removed with a stolen account, as reported by “this was not me”.',
  method: 'GET',
  path: '/passport/org/request/list/{page}',
  input: z.object({ ...inSubject, ...listPage }).refine(isWithinReach, { path: ['page'] }),
  output: z.object({
    requests: z.array(joinRequest),
    /** The key of the next page (`after`). Null: this page is the last one. */
    next: listKey.nullable().default(null),
  }),
  auth: 'member',
  needs: 'invitation.send',
})

export const joinRequestInfo = call({
  name: 'joinRequestInfo',
  power: reads('session'),
  summary: 'Returns one pending request.',
  method: 'GET',
  path: '/passport/org/request/info',
  input: z.object(thisRequest),
  output: z.object({ request: joinRequest }),
  errors: ['no_such_join_request'],
  auth: 'member',
  needs: 'invitation.send',
})

export const acceptJoinRequest = call({
  name: 'acceptJoinRequest',
  power: {
    proof: 'fresh',
    act: 'organisation',
    when: 'role_key',
    factor: true,
    tells: ['organisation', 'administrator_given'],
    undoneBy: 'given',
    limit: 'none',
  },
  summary:
    'Accepts a request: the person becomes a member if their email is still at one of the organisation’s domains. It also readmits a removed member, with the previous roles if role_key is `_before`. Giving a role needs role.assign and every permission that the role grants. The person is notified.',
  path: '/passport/org/request/accept',
  input: z.object({ ...thisRequest, role_key: roleKey.optional() }),
  output: z.object({ identity_id: identityId }),
  errors: ['no_such_join_request', 'already_member', ...roleErrors],
  auth: 'member',
  needs: 'invitation.send',
})

export const declineJoinRequest = call({
  name: 'declineJoinRequest',
  power: { proof: 'session', tells: ['organisation'], undoneBy: 'others', limit: 'none' },
  summary:
    'Declines a request. The person is notified and cannot ask again for 30 days, but can be invited. A removed member is not notified.',
  path: '/passport/org/request/decline',
  input: z.object(thisRequest),
  output: z.object({ declined: z.boolean() }),
  errors: ['no_such_join_request'],
  auth: 'member',
  needs: 'invitation.send',
})
