import { type BatchState, lineStates } from '#contract/organisations/invitations/invitation-batches'
import { invitationChannels, invitationStates } from '#contract/organisations/invitations/invitations'
import { smsRaises } from '#contract/organisations/invitations/sms-invitations'
import { actingAs, done, invitationOf, refuse, subjectId } from '#tests/app/browser/answers'
import { builtInRoles, idOf, roleOf } from '#tests/app/organisations/answers'
import { day, desk, longName, masked } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { given, opened, refusedBy, signIn, toldAfter, walk, wrong } from '#tests/e2e/pages/states/steps'

const [batch_id, invite_id] = [idOf('b'), idOf('v')]
const path = `/settings/organisations/${subjectId}/invitations`
const reportPath = `${path}/batches/${batch_id}`

const batchIn = (state: BatchState) => ({
  batch_id,
  state,
  lines: 10_000,
  checked: state === 'checking' ? 400 : 10_000,
  role: desk,
  note: 'See you on Monday\nat the gate',
  days: 7,
  inviter_name: longName,
  created_at: day,
})

/** A line of every kind, and one for each state of an invitation. */
const lines = [...lineStates, ...invitationStates].map((state, nth) => {
  const ofInvitation = invitationStates.find((each) => each === state)
  const isRead = state !== 'wrong_form'
  return {
    number: nth + 1,
    state: lineStates.find((each) => each === state) ?? 'invited',
    channel: isRead ? ('mobile' as const) : null,
    address: isRead ? masked.mobile : '',
    typed: isRead ? '' : `=cmd|' /C calc'!A0<b>${longName}`,
    deputy_name: nth % 3 === 0 ? longName : '',
    role: nth % 4 === 0 ? desk : null,
    same_as: state === 'twice' ? 1 : null,
    invitation: ofInvitation ? { invite_id, state: ofInvitation } : null,
  }
})

const counts = {
  lines: Object.fromEntries(lineStates.map((state, nth) => [state, (nth + 1) * 111])),
  invitations: Object.fromEntries(invitationStates.map((state, nth) => [state, nth + 1])),
}

/** Of a new organisation that has sent all that it may. */
const sms = { most: 10, left: 0, raises: [...smsRaises] }

const report = (state: BatchState, shown = lines, counted: object = counts.lines) =>
  done({
    batch: batchIn(state),
    counts: { lines: counted, invitations: state === 'done' ? counts.invitations : {} },
    new_by_sms: state === 'checked' ? 111 : 0,
    lines: shown,
    next: '0'.repeat(32),
  })

/** Signed in as the manager of an organisation. */
const begin: Reach = walk(
  signIn(),
  given({
    subjectInfo: actingAs({ subject_name: 'Riverside School' }),
    listRoles: done({ roles: [...builtInRoles, roleOf('desk', [], desk)] }),
    listInvitationBatches: done({ batches: [batchIn('sending'), batchIn('stopped')], next: '0'.repeat(32) }),
    listInvitationChannels: done({ channels: [...invitationChannels], sms }),
  }),
)

const many: Reach = walk(begin, opened(`${path}/many`))

const reported = (answer: ReturnType<typeof report>): Reach =>
  walk(begin, opened(reportPath, { invitationBatch: answer }))

const listSent: Reach = walk(
  reported(report('checked')),
  toldAfter({ sendInvitationBatch: done({ people: 222 }), invitationBatch: report('sending') }),
)

const invitation = invitationOf({
  channel: 'link',
  address: '',
  deputy_name: '',
  role: desk,
  places: 20,
  places_left: 12,
})
const link = `https://accounts.example.com/login/invitation?invite_ticket=${idOf('t')}`

const oneLink: Reach = walk(begin, opened(`${path}/${invite_id}`, { invitationInfo: done({ invitation, link }) }))

export const invitationListStates: States = {
  [`${path}/many`]: {
    'invite many': many,
    'invite many, empty': walk(many, wrong()),
    'invite many, refused': walk(
      many,
      refusedBy(
        { createInvitationBatch: refuse('invitation_list_refused', { reason: 'open_quote', line: 7, most: 10_000 }) },
        { addresses: `Bo <bo@example.com>\n${longName.repeat(3)}@example.com` },
      ),
    ),
  },
  [reportPath]: {
    'a list, being checked': reported(report('checking', [], {})),
    'a list, checked': reported(report('checked')),
    'a list, nobody to invite': reported(report('checked', lines.slice(6, 9), { twice: 1, wrong_form: 2 })),
    'a list, just sent': listSent,
    'a list, done': reported(report('done')),
    'a list, stopped': reported(report('stopped')),
    'a list, too many people': walk(
      reported(report('checked')),
      refusedBy({ sendInvitationBatch: refuse('too_many_invitations', { most: 10_000, left: 12, retry_after: 7200 }) }),
    ),
    'a list, too many SMS': walk(
      reported(report('checked')),
      refusedBy({
        sendInvitationBatch: refuse('too_many_sms_invitations', { limit: 'allowance', most: 10, retry_after: 7200 }),
      }),
    ),
  },
  [`${path}/${invite_id}`]: { 'a link to hand over, with its QR code': oneLink },
}
