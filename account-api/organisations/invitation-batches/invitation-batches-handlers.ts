import { pageOf, rangeOf } from '#account-api/kernel/pages/list-page'
import type { Handling } from '#account-api/organisations/call-context'
import { addressFor, stateOf } from '#account-api/organisations/invitations/state'
import { heldRoleOf } from '#account-api/organisations/organisation/organisation-handlers'
import type { Acting } from '#account-api/organisations/records/member-record'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import type { Deployment, Stores } from '#account-api/organisations/service'
import { refuseAs, refuseProgram } from '#account-api/verification/outcomes'
import type { BatchCounts, BatchState, LineState } from '#contract/organisations/invitations/invitation-batches'
import { done, refuse } from '#contract/server'
import type { Batch, BatchLine, StoredLineState } from './batch-record'
import { beginBatch } from './begin'
import { createBatch } from './create'

export const invitationBatchHandlers = {
  createInvitationBatch: async (input, { service, acting, language }) => {
    const { list, format, region, role_key: roleKey, note, days } = input
    const created = await createBatch(service, { acting, list, format, region, roleKey, note, days, language })
    return created.ok ? done({ batch_id: created.publicId, lines: created.lineCount }) : refuseAs(created)
  },

  sendInvitationBatch: async (input, context) => {
    const { service, acting, from, account } = context
    const isPerson = async () => !asksCheck(account) || context.isPerson()
    const begun = await beginBatch(service, { acting, publicId: input.batch_id, from, isPerson })
    if (begun.ok) return done({ people: begun.people })
    return begun.code === 'captcha_required' ? refuseProgram(context, 'invitation_list') : refuseAs(begun)
  },

  invitationBatch: async ({ batch_id, state, ...asked }, { service, acting, account }) => {
    const { deployment, storage } = service
    const batch = await storage.invitationBatches.find(acting.organisation.id, batch_id)
    if (!batch) return refuse('no_such_batch', {})
    const { after, ...range } = rangeOf(asked)
    const wanted = state === undefined ? undefined : storedState(batch.state, state)
    const [roles, counts, newBySms, found] = await Promise.all([
      rolesOf(storage, batch),
      countsOf(storage, batch),
      batch.state === 'checked' ? storage.invitationBatches.countNewBySms(batch.id) : 0,
      // A state that no line of such a batch can have gives an empty list.
      wanted === null
        ? []
        : storage.invitationBatches.lines(batch.id, {
            ...range,
            state: wanted,
            after: after === undefined ? undefined : Number.parseInt(after, 16),
          }),
    ])
    const { shown, next } = pageOf(found, asked, ({ number }) => number.toString(16).padStart(32, '0'))
    return done({
      batch: batchOf(batch, roles),
      counts,
      new_by_sms: newBySms,
      asks_check: batch.state === 'checked' && asksCheck(account),
      lines: shown.map((line) => lineOf({ deployment, acting, batch, roles }, line)),
      next,
    })
  },

  listInvitationBatches: async (asked, { service: { storage }, acting }) => {
    const found = await storage.invitationBatches.list(acting.organisation.id, rangeOf(asked))
    const { shown, next } = pageOf(found, asked, ({ id }) => id)
    const roles = shown[0] ? await rolesOf(storage, shown[0]) : new Map<string, RoleRecord>()
    return done({ batches: shown.map((batch) => batchOf(batch, roles)), next })
  },
} satisfies Handling

/**
 * True for an account that may belong to a program. A mobile number costs its owner money; an email or a username does
 * not.
 */
const asksCheck = ({ mobile }: { mobile: string | null }): boolean => mobile === null

type Roles = ReadonlyMap<string, RoleRecord>

const rolesOf = async (stores: Stores, { organisationId }: Batch): Promise<Roles> =>
  new Map((await stores.roles.ofOrganisation(organisationId)).map((role) => [role.id, role]))

const heldRole = (roles: Roles, id: string | null) => {
  const role = id === null ? undefined : roles.get(id)
  return role ? heldRoleOf(role) : null
}

/** The wire state of a new line, by the state of its batch. */
const newIn: Record<BatchState, LineState> = {
  checking: 'new',
  checked: 'new',
  sending: 'waiting',
  done: 'left_out',
  stopped: 'left_out',
}

const lineState = (of: BatchState, state: StoredLineState): LineState => (state === 'new' ? newIn[of] : state)

/** The stored state for a state on the wire. Null: no line of the batch can have it. */
const storedState = (of: BatchState, state: LineState): StoredLineState | null => {
  if (state === newIn[of]) return 'new'
  return state === 'new' || state === 'waiting' || state === 'left_out' ? null : state
}

const countsOf = async ({ invitationBatches }: Stores, { id, state }: Batch): Promise<BatchCounts> => {
  const [lines, invitations] = await Promise.all([
    invitationBatches.countLines(id),
    invitationBatches.countInvitations(id),
  ])
  return {
    lines: Object.fromEntries([...lines].map(([stored, count]) => [lineState(state, stored), count])),
    invitations: Object.fromEntries(invitations),
  }
}

const batchOf = (batch: Batch, roles: Roles) => ({
  batch_id: batch.publicId,
  state: batch.state,
  lines: batch.lineCount,
  checked: batch.checkedCount,
  role: heldRole(roles, batch.roleId),
  note: batch.note,
  region: batch.region,
  days: batch.days,
  inviter_name: batch.inviter?.name ?? '',
  created_at: new Date(batch.createdAt).toISOString(),
})

/** True when an invitation to the address of a line may still be accepted, or sent. */
const isWaiting = (deployment: Deployment, { invitation }: BatchLine): boolean =>
  !invitation || stateOf(deployment, invitation) === 'pending'

interface SeenBatch {
  deployment: Deployment
  acting: Acting
  batch: Batch
  roles: Roles
}

const lineOf = ({ deployment, acting, batch, roles }: SeenBatch, line: BatchLine) => ({
  number: line.number,
  state: lineState(batch.state, line.state),
  channel: line.channel,
  address: line.channel
    ? addressFor(acting, { channel: line.channel, address: line.address }, isWaiting(deployment, line))
    : '',
  typed: line.typed,
  deputy_name: line.name,
  role: heldRole(roles, line.roleId),
  same_as: line.sameAs,
  invitation: line.invitation
    ? { invite_id: line.invitation.publicId, state: stateOf(deployment, line.invitation) }
    : null,
})
