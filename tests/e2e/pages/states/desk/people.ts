import { awaitingRecovery, fullPerson, personShown, userId } from '#tests/app/desk/person'
import { longName } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { opened, sent, told, walk, wrong } from '#tests/e2e/pages/states/steps'
import { answeringOperator, doneAtDesk, ok, openedAtDesk, refusedAtDesk } from './at-desk'

const at = '2026-11-26T08:00:00.000Z'
const path = `/desk/people/${userId}`
const reason = 'She has called, and named her last orders'

const frozen = personShown({ frozen_at: at, frozen_reason: 'Spam from this account, as reported by three people' })
const cancelled = personShown({ erased_on: at, mobile: null, email: null })
const nobody = (...users: ReturnType<typeof personShown>[]) => ({
  showUser: { ok: false, code: 'no_such_user', description: 'There is no user.' } as const,
  findUsers: ok({ users, has_more: users.length > 1 }),
})

const found = [personShown(), personShown({ name: longName, username: longName, frozen_at: at })]

const recoveries = (...all: (typeof awaitingRecovery)[]) => ({
  listAwaitingRecoveries: ok({ recoveries: all, has_more: all.length > 1 }),
})

/** A page of the desk about a person. */
const ofPerson = (below = '', data = personShown(), awaiting = recoveries()): Reach =>
  openedAtDesk(path + below, { showUser: ok(data), ...awaiting })

/** The page of an act with a returned form. */
const refusedAct = (name: string): Reach => walk(ofPerson(`/${name}`), wrong({ reason: '' }))

const [people, limits, list] = ['/desk/people', '/desk/people/limits', '/desk/people/recoveries']
const confirming = ofPerson('/confirm-recovery', personShown(), recoveries(awaitingRecovery))
const reader = { scopes: ['read' as const] }

const wide = { ...fullPerson, username: longName, frozen_at: at, frozen_reason: longName.repeat(4) }

const waiting = { user_id: userId, username: 'official_desk', current: 'mei_hua', asked_at: at }
const names = (...all: (typeof waiting)[]) => ({ listNames: ok({ names: all, has_more: all.length > 1 }) })
const decision = (act: string) => `/desk/names/${userId}/${act}`
const approving = openedAtDesk(decision('approve'), names(waiting))

export const deskPeopleStates: States = {
  [people]: {
    'desk, find a person': openedAtDesk(people),
    'desk, find a person, nothing typed': walk(openedAtDesk(people), wrong({ user: '' })),
    'desk, find a person, nobody': walk(openedAtDesk(people, nobody()), wrong({ user: 'mei@example.com' })),
    'desk, find a person, several': walk(openedAtDesk(people, nobody(...found)), sent({ user: 'mei' })),
    'desk, find a person, may only read': openedAtDesk(people, {}, reader),
  },
  [limits]: {
    'desk, end waiting times of an address': openedAtDesk(limits),
    'desk, end waiting times, nothing typed': walk(openedAtDesk(limits), wrong({ reason: '' })),
  },
  [path]: {
    'desk, a person': ofPerson(),
    'desk, a person with everything': ofPerson('', fullPerson),
    'desk, a person with long names': ofPerson('', wide),
    'desk, a person whose recovery waits for an operator': ofPerson('', fullPerson, recoveries(awaitingRecovery)),
    'desk, a suspended person': ofPerson('', frozen),
    'desk, a person who is being deleted': ofPerson('', cancelled),
    'desk, a person, may only read': openedAtDesk(path, { showUser: ok(personShown()) }, reader),
    'desk, a person is suspended': doneAtDesk(
      ofPerson('/freeze'),
      { freezeUser: ok({ was_cancelled: false, sessions_ended: true }) },
      { reason },
    ),
  },
  [`${path}/name`]: {
    'desk, name a person': ofPerson('/name'),
    'desk, name a person, refused': refusedAtDesk(
      ofPerson('/name'),
      ['nameUser', 'invalid_input', 'A name has no quotation marks.'],
      { name: '“Mei”' },
    ),
  },
  [`${path}/freeze`]: {
    'desk, suspend a person': ofPerson('/freeze'),
    'desk, suspend a person, no reason': refusedAct('freeze'),
    'desk, suspend an operator': refusedAtDesk(ofPerson('/freeze'), ['freezeUser', 'operator_account'], { reason }),
  },
  [`${path}/unfreeze`]: { 'desk, unsuspend a person': ofPerson('/unfreeze', frozen) },
  [`${path}/end-sessions`]: { 'desk, sign a person out': ofPerson('/end-sessions') },
  [`${path}/restore`]: { 'desk, restore an account': ofPerson('/restore', cancelled) },
  [`${path}/recover`]: {
    'desk, recover a person': ofPerson('/recover'),
    'desk, recover a person, nothing typed': refusedAct('recover'),
    'desk, recover a person by an email of another': refusedAtDesk(ofPerson('/recover'), ['recoverUser', 'taken'], {
      to: 'mei@example.com',
      reason,
    }),
  },
  [`${path}/confirm-recovery`]: {
    'desk, agree to a recovery': confirming,
    'desk, agree to a recovery of another address': refusedAtDesk(confirming, ['confirmRecovery', 'other_address'], {
      to: 'other@example.com',
      reason,
    }),
  },
  [list]: {
    'desk, no recovery waits': openedAtDesk(list, recoveries()),
    'desk, recoveries wait': openedAtDesk(
      list,
      recoveries(awaitingRecovery, {
        ...{ user_id: 'u2', to: `${longName}@example.com`, reason: longName.repeat(4) },
        ...{ asked_by: { name: longName, holder: longName }, asked_at: at, agree_until: at },
      }),
    ),
    'desk, recoveries wait, may only read': openedAtDesk(list, recoveries(awaitingRecovery), reader),
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
      answeringOperator({ revealUser: ok({ ...fullPerson, mobile: '+86 138 0000 0001', email: 'mei@example.com' }) }),
      // The form of the page. The one before it signs out.
      sent({}, { action: '' }),
    ),
  },
  '/desk/names': {
    'desk, no username waits': openedAtDesk('/desk/names', names()),
    'desk, usernames wait': openedAtDesk(
      '/desk/names',
      names(waiting, { ...waiting, user_id: 'u2', username: longName, current: longName }),
    ),
    'desk, usernames wait, may only read': openedAtDesk('/desk/names', names(waiting), reader),
    'desk, a username is approved': doneAtDesk(
      approving,
      { approveName: ok({ username: waiting.username }) },
      { reason },
    ),
    'desk, a username was decided': walk(openedAtDesk('/desk/names', names()), opened(decision('approve')), told),
  },
  [decision('approve')]: {
    'desk, approve a username': approving,
    'desk, approve a username, taken': refusedAtDesk(approving, ['approveName', 'taken'], { reason }),
  },
  [decision('refuse')]: { 'desk, refuse a username': openedAtDesk(decision('refuse'), names(waiting)) },
}
