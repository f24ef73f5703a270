import type { OperatorCallName } from '#contract/operator/operator-calls'
import {
  type Act,
  type ActsByPath,
  act,
  newName,
  type Params,
  reasonForLog,
  reasonForPeople,
} from '~/features/desk/act'
import { organisationAtDesk } from '~/features/desk/desk-paths'
import type { FlashName } from '~/navigation/flash/flash-names'

const toOrganisation = ({ organisation }: Params, notice: FlashName) => ({
  path: organisationAtDesk(organisation),
  notice,
})

const withOrganisation = <const Name extends OperatorCallName>(
  call: Name,
  notice: FlashName,
  more: Omit<Act<Name>, 'call' | 'fixed' | 'done'>,
): Act<Name> =>
  act(call, {
    fixed: ({ organisation }) => ({ sec_subject_uid: organisation ?? '' }),
    done: (params) => toOrganisation(params, notice),
    ...more,
  })

/** The second of two clicks leads to the organisation, whose state has already changed. */
const wasSo = (of: 'already' | 'not_frozen') => (code: string, params: Params) =>
  code === of ? toOrganisation(params, 'desk_was_so') : undefined

/** The acts on an organisation, by the last part of their URL. */
export const organisationActs: ActsByPath = {
  name: withOrganisation('nameOrganisation', 'desk_organisation_named', {
    fields: {
      name: newName,
      reason: reasonForLog,
    },
    at: { invalid_input: 'name' },
  }),
  freeze: withOrganisation('freezeOrganisation', 'desk_organisation_frozen', {
    fields: { reason: reasonForPeople },
    isDanger: true,
    otherwise: wasSo('already'),
  }),
  unfreeze: withOrganisation('unfreezeOrganisation', 'desk_organisation_unfrozen', {
    fields: { reason: reasonForPeople },
    otherwise: wasSo('not_frozen'),
  }),
  manager: withOrganisation('setManager', 'desk_manager_set', {
    fields: {
      user_id: {
        kind: 'line',
        maxLength: 64,
        hint: 'actField.user_id.hint',
        refused: { missing: 'actField.user_id.missing' },
      },
      reason: reasonForPeople,
    },
    isDanger: true,
    at: {
      no_such_user: 'user_id',
      not_open: 'user_id',
      no_address: 'user_id',
      too_many: 'user_id',
      already: 'user_id',
    },
    refused: { already: 'act.setManager.already', too_many: 'act.setManager.too_many' },
  }),
  allow: withOrganisation('allowInvitations', 'desk_invitations_allowed', {
    fields: {
      most: { kind: 'number', refused: { missing: 'actField.most.missing' } },
      days: { kind: 'number', refused: { missing: 'actField.days.missing' } },
      reason: reasonForPeople,
    },
    at: { invalid_input: 'most' },
  }),
}
