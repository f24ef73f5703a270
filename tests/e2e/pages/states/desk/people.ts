import { awaitingRecovery, fullPerson, personShown, userId } from '#tests/app/desk/person'
import { longName } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { opened, sent, told, walk, wrong } from '#tests/e2e/pages/states/steps'
import { answeringOperator, openedAtDesk } from './at-desk'

const at = '2026-11-26T08:00:00.000Z'
const path = `/desk/people/${userId}`
const reason = 'She has called, and named her last orders'

const frozen = personShown({ frozen_at: at, frozen_reason: 'Spam from this account, as reported by three people' })
const cancelled = personShown({ erased_on: at, mobile: null, email: null })
const nobody = { ok: false, code: 'no_such_user', description: 'There is no user.' } as const

const found = [personShown(), personShown({ name: longName, username: longName, frozen_at: at })]

const recoveries = (...all: (typeof awaitingRecovery)[]) => ({
  listAwaitingRecoveries: { ok: true as const, data: { recoveries: all, has_more: all.length > 1 } },
})

/** A page of the desk about a person. */
const ofPerson = (below = '', data = personShown(), awaiting = recoveries()): Reach =>
  openedAtDesk(path + below, { answers: { showUser: { ok: true, data }, ...awaiting } })

/** The page of an act with a returned form. */
const refusedAct = (name: string): Reach => walk(ofPerson(`/${name}`), wrong({ reason: '' }))

const wide = { ...fullPerson, username: longName, frozen_at: at, frozen_reason: longName.repeat(4) }

const waiting = { user_id: userId, username: 'official_desk', current: 'mei_hua', asked_at: at }
const names = (...all: (typeof waiting)[]) => ({
  listNames: { ok: true as const, data: { names: all, has_more: all.length > 1 } },
})
const decision = (act: string) => `/desk/names/${userId}/${act}`

/** People and usernames at the operator's desk. */
export const deskPeopleStates: States = {
  '/desk/people': {
    'desk, find a person': openedAtDesk('/desk/people'),
    'desk, find a person, nothing typed': walk(openedAtDesk('/desk/people'), wrong({ user: '' })),
    'desk, find a person, nobody': walk(
      openedAtDesk('/desk/people', {
        answers: { showUser: nobody, findUsers: { ok: true, data: { users: [], has_more: false } } },
      }),
      wrong({ user: 'mei@example.com' }),
    ),
    'desk, find a person, several': walk(
      openedAtDesk('/desk/people', {
        answers: { showUser: nobody, findUsers: { ok: true, data: { users: found, has_more: true } } },
      }),
      sent({ user: 'mei' }),
    ),
    'desk, find a person, may only read': openedAtDesk('/desk/people', { operator: { scopes: ['read'] } }),
  },
  '/desk/people/limits': {
    'desk, end waiting times of an address': openedAtDesk('/desk/people/limits'),
    'desk, end waiting times, nothing typed': walk(openedAtDesk('/desk/people/limits'), wrong({ reason: '' })),
  },
  [path]: {
    'desk, a person': ofPerson(),
    'desk, a person with everything': ofPerson('', fullPerson),
    'desk, a person with long names': ofPerson('', wide),
    'desk, a person whose recovery waits for an operator': ofPerson('', fullPerson, recoveries(awaitingRecovery)),
    'desk, a suspended person': ofPerson('', frozen),
    'desk, a person who is being deleted': ofPerson('', cancelled),
    'desk, a person, may only read': openedAtDesk(path, {
      answers: { showUser: { ok: true, data: personShown() } },
      operator: { scopes: ['read'] },
    }),
    'desk, a person is suspended': walk(
      ofPerson('/freeze'),
      answeringOperator({ freezeUser: { ok: true, data: { was_cancelled: false, sessions_ended: true } } }),
      sent({ reason }),
      told,
    ),
    'desk, a recovery by two operators is asked for': walk(
      ofPerson('/recover'),
      answeringOperator({
        recoverUser: { ok: true, data: { sent_at: null, agree_until: awaitingRecovery.agree_until } },
      }),
      sent({ to: 'new@example.com', with_second: '1', reason }),
      told,
    ),
    'desk, a recovery is agreed to': walk(
      ofPerson('/confirm-recovery', personShown(), recoveries(awaitingRecovery)),
      answeringOperator({ confirmRecovery: { ok: true, data: {} } }),
      sent({ to: 'new@example.com', reason }),
      told,
    ),
    'desk, a suspension without the sessions': walk(
      ofPerson('/freeze'),
      answeringOperator({ freezeUser: { ok: true, data: { was_cancelled: false, sessions_ended: false } } }),
      sent({ reason }),
      told,
    ),
  },
  [`${path}/name`]: {
    'desk, name a person': ofPerson('/name'),
    'desk, name a person, refused': walk(
      ofPerson('/name'),
      answeringOperator({
        nameUser: { ok: false, code: 'invalid_input', description: 'A name has no quotation marks.' },
      }),
      wrong({ name: '“Mei”' }),
    ),
  },
  [`${path}/freeze`]: {
    'desk, suspend a person': ofPerson('/freeze'),
    'desk, suspend a person, no reason': refusedAct('freeze'),
    'desk, suspend an operator': walk(
      ofPerson('/freeze'),
      answeringOperator({ freezeUser: { ok: false, code: 'operator_account' as never, description: 'No.' } }),
      wrong({ reason }),
    ),
  },
  [`${path}/unfreeze`]: { 'desk, unsuspend a person': ofPerson('/unfreeze', frozen) },
  [`${path}/end-sessions`]: { 'desk, sign a person out': ofPerson('/end-sessions') },
  [`${path}/restore`]: { 'desk, restore an account': ofPerson('/restore', cancelled) },
  [`${path}/recover`]: {
    'desk, recover a person': ofPerson('/recover'),
    'desk, recover a person, nothing typed': refusedAct('recover'),
    'desk, recover a person by an email of another': walk(
      ofPerson('/recover'),
      answeringOperator({ recoverUser: { ok: false, code: 'taken', description: 'No.' } }),
      wrong({ to: 'mei@example.com', reason }),
    ),
  },
  [`${path}/confirm-recovery`]: {
    'desk, agree to a recovery': ofPerson('/confirm-recovery', personShown(), recoveries(awaitingRecovery)),
    'desk, agree to a recovery of another address': walk(
      ofPerson('/confirm-recovery', personShown(), recoveries(awaitingRecovery)),
      answeringOperator({ confirmRecovery: { ok: false, code: 'other_address', description: 'No.' } }),
      wrong({ to: 'other@example.com', reason }),
    ),
  },
  '/desk/people/recoveries': {
    'desk, no recovery waits': openedAtDesk('/desk/people/recoveries', { answers: recoveries() }),
    'desk, recoveries wait': openedAtDesk('/desk/people/recoveries', {
      answers: recoveries(awaitingRecovery, {
        ...{ user_id: 'u2', to: `${longName}@example.com`, reason: longName.repeat(4) },
        ...{ asked_by: { name: longName, holder: longName }, asked_at: at, agree_until: at },
      }),
    }),
    'desk, recoveries wait, may only read': openedAtDesk('/desk/people/recoveries', {
      answers: recoveries(awaitingRecovery),
      operator: { scopes: ['read'] },
    }),
    'desk, a recovery waits no more': walk(ofPerson('/confirm-recovery'), told),
  },
  [`${path}/stop-recovery`]: { 'desk, stop a recovery': ofPerson('/stop-recovery', fullPerson) },
  [`${path}/release-limits`]: {
    'desk, end waiting times of a person': ofPerson('/release-limits'),
    'desk, end waiting times of a person, nothing chosen': refusedAct('release-limits'),
  },
  [`${path}/reveal`]: {
    'desk, ask for whole addresses': ofPerson('/reveal'),
    'desk, whole addresses': walk(
      ofPerson('/reveal'),
      answeringOperator({
        revealUser: { ok: true, data: { ...fullPerson, mobile: '+86 138 0000 0001', email: 'mei@example.com' } },
      }),
      // The form of the page. The one before it signs out.
      sent({}, { action: '' }),
    ),
  },
  '/desk/names': {
    'desk, no username waits': openedAtDesk('/desk/names', { answers: names() }),
    'desk, usernames wait': openedAtDesk('/desk/names', {
      answers: names(waiting, { ...waiting, user_id: 'u2', username: longName, current: longName }),
    }),
    'desk, usernames wait, may only read': openedAtDesk('/desk/names', {
      answers: names(waiting),
      operator: { scopes: ['read'] },
    }),
    'desk, a username is approved': walk(
      openedAtDesk(decision('approve'), {
        answers: { ...names(waiting), approveName: { ok: true, data: { username: waiting.username } } },
      }),
      sent({ reason }),
      told,
    ),
    'desk, a username was decided': walk(
      openedAtDesk('/desk/names', { answers: names() }),
      opened(decision('approve')),
      told,
    ),
  },
  [decision('approve')]: {
    'desk, approve a username': openedAtDesk(decision('approve'), { answers: names(waiting) }),
    'desk, approve a username, taken': walk(
      openedAtDesk(decision('approve'), {
        answers: { ...names(waiting), approveName: { ok: false, code: 'taken', description: 'No.' } },
      }),
      wrong({ reason }),
    ),
  },
  [decision('refuse')]: { 'desk, refuse a username': openedAtDesk(decision('refuse'), { answers: names(waiting) }) },
}
