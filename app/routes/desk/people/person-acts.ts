import { releasable } from '#contract/operator/fields'
import type { OperatorCallName } from '#contract/operator/operator-calls'
import type { OperatorError } from '#contract/operator/operator-errors'
import {
  type Act,
  type ActField,
  type ActsByPath,
  act,
  newName,
  type Params,
  reasonForLog,
  reasonForPeople,
} from '~/features/desk/act'
import { personAtDesk } from '~/features/desk/desk-paths'
import type { FlashName } from '~/navigation/flash/flash-names'

const ofPerson = ({ user }: Params) => ({ user_id: user ?? '' })

const toPerson = ({ user }: Params, notice: FlashName) => ({ path: personAtDesk(user), notice })

/** The failures of the second of two clicks. */
const wasSo: OperatorError[] = ['already', 'not_frozen', 'not_cancelled', 'nothing_pending']

/** An act on a person, who reads the reason. */
const withPerson = <const Name extends OperatorCallName>(
  call: Name,
  more: Omit<Act<Name>, 'call' | 'fields' | 'fixed'> & { fields?: Act<Name>['fields'] },
): Act<Name> =>
  act(call, {
    fixed: ofPerson,
    otherwise: (code, params) => (wasSo.includes(code) ? toPerson(params, 'desk_was_so') : undefined),
    ...more,
    fields: { ...more.fields, reason: reasonForPeople },
  })

/** The kinds of limits, with their texts. */
const released: ActField = {
  kind: 'choice',
  options: Object.fromEntries(releasable.options.map((what) => [what, `deskPerson.limits.${what}`])),
  refused: { missing: 'deskPerson.limits.missing' },
}

/** The email that the link of a recovery goes to. */
const linkAddress: ActField = {
  kind: 'line',
  maxLength: 254,
  hint: 'actField.to.hint',
  refused: { missing: 'actField.to.missing' },
}

/** The failures that are about that email. */
const atLinkAddress = {
  ...{ taken: 'to', own_address: 'to', not_reached: 'to', mail_domain_refused: 'to', invalid_input: 'to' },
  other_address: 'to',
}

const refusedAddress = { taken: 'act.recoverUser.taken', invalid_input: 'act.recoverUser.no_email' }

/** The acts on a person, by the last part of their URL. */
export const personActs: ActsByPath = {
  reveal: act('revealUser', { fields: {}, fixed: ({ user }) => ({ user: user ?? '' }) }),
  freeze: withPerson('freezeUser', {
    isDanger: true,
    done: (params, { sessions_ended }) =>
      toPerson(params, sessions_ended ? 'desk_person_frozen' : 'desk_person_frozen_only'),
  }),
  unfreeze: withPerson('unfreezeUser', { done: (params) => toPerson(params, 'desk_person_unfrozen') }),
  'end-sessions': withPerson('endSessionsOfUser', {
    isDanger: true,
    done: (params) => toPerson(params, 'desk_person_signed_out'),
  }),
  name: act('nameUser', {
    fields: { name: newName, reason: reasonForLog },
    fixed: ofPerson,
    at: { invalid_input: 'name' },
    done: (params) => toPerson(params, 'desk_person_named'),
  }),
  restore: withPerson('restoreUser', { done: (params) => toPerson(params, 'desk_person_restored') }),
  recover: withPerson('recoverUser', {
    fields: {
      to: linkAddress,
      with_second: {
        kind: 'choice',
        options: { '0': 'actField.with_second.alone', '1': 'actField.with_second.asked' },
      },
    },
    shape: ({ with_second, ...typed }) => ({ ...typed, with_second: with_second === '1' }),
    // It is open already: this is the second of two clicks, or another operator has opened it.
    otherwise: (code, params) => (code === 'already' ? toPerson(params, 'desk_recovery_is_open') : undefined),
    at: atLinkAddress,
    refused: {
      ...refusedAddress,
      too_many: 'act.recoverUser.too_many',
      // Two operators may do what a single one may not.
      no_address: 'act.recoverUser.no_address',
      stopped_lately: 'act.recoverUser.stopped_lately',
    },
    done: (params, { agree_until: until }) =>
      until === null
        ? toPerson(params, 'desk_recovery_asked')
        : { ...toPerson(params, 'desk_recovery_to_agree'), until },
  }),
  'stop-recovery': withPerson('stopRecovery', {
    isDanger: true,
    done: (params) => toPerson(params, 'desk_recovery_stopped'),
  }),
  'release-limits': act('releaseLimits', {
    fields: { what: released, reason: reasonForPeople },
    fixed: ({ user }) => ({ whose: user ?? '' }),
    done: (params) => toPerson(params, 'desk_limits_released'),
  }),
}

export const recoveriesPath = '/desk/people/recoveries'

/** Agrees to a recovery that another operator has requested. */
export const confirmRecovery = withPerson('confirmRecovery', {
  fields: { to: { ...linkAddress, hint: 'act.confirmRecovery.to_hint' } },
  // It was stopped or agreed to meanwhile.
  otherwise: (code) =>
    code === 'nothing_pending' ? { path: recoveriesPath, notice: 'desk_recovery_waits_no_more' } : undefined,
  at: atLinkAddress,
  refused: refusedAddress,
  done: (params) => toPerson(params, 'desk_recovery_agreed'),
})

/** The limits of an address without an account. */
export const releaseOthers = act('releaseLimits', {
  fields: {
    what: released,
    whose: {
      kind: 'line',
      maxLength: 254,
      hint: 'actField.whose.hint',
      refused: { missing: 'actField.whose.missing' },
    },
    reason: reasonForPeople,
  },
  done: () => ({ path: '/desk/people', notice: 'desk_limits_released' }),
})

/** The search for a person. The text may be an address, so it is posted, and redirects to the id. */
export const findPerson = act('showUser', {
  fields: {
    user: {
      kind: 'line',
      maxLength: 254,
      hint: 'desk.find_person.hint',
      refused: { missing: 'act.showUser.missing' },
    },
  },
  at: { no_such_user: 'user' },
  refused: { no_such_user: 'act.showUser.nobody' },
  done: (_, { user_id }) => ({ path: personAtDesk(user_id) }),
})
