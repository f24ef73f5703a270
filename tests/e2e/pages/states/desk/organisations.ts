import { userId } from '#tests/app/desk/person'
import { longName } from '#tests/e2e/pages/states/samples'
import type { Reach, States } from '#tests/e2e/pages/states/state'
import { refused, sent, walk, wrong } from '#tests/e2e/pages/states/steps'
import { doneAtDesk, ok, openedAtDesk, refusedAtDesk } from './at-desk'

const at = '2026-11-26T08:00:00.000Z'
const sec_subject_uid = 's'.repeat(22)
const path = `/desk/organisations/${sec_subject_uid}`
const reason = 'A court has ordered it'

const shown = {
  name: 'Orchard',
  created_at: at,
  manager: { name: 'Bo Lee', user_id: userId },
  frozen_by: null,
  erased_on: null,
  allowance: null,
}

/** A page of the desk about an organisation. */
const ofOrganisation = (below = '', otherwise = {}): Reach =>
  openedAtDesk(path + below, { showOrganisation: ok({ ...shown, ...otherwise }) })

const found = (...names: string[]) => ({
  findOrganisations: ok({
    organisations: names.map((name, nth) => ({
      ...{ sec_subject_uid: `${nth}`.padEnd(22, 's'), name, created_at: at },
      ...{ frozen_by: nth === 1 ? 'operator' : null, erased_on: nth === 2 ? at : null },
    })),
    has_more: names.length > 2,
  }),
})

const search = (answers: ReturnType<typeof found>, typed = { search: '' }): Reach =>
  walk(openedAtDesk('/desk/organisations', answers), sent(typed))

export const deskOrganisationStates: States = {
  '/desk/organisations': {
    'desk, find an organisation': openedAtDesk('/desk/organisations'),
    'desk, find an organisation, nothing typed': walk(search(found()), refused),
    'desk, find an organisation, none': walk(search(found(), { search: 'plum' }), refused),
    'desk, organisations that were found': search(found('Orchard', longName, 'Orange', 'Oracle'), { search: 'or' }),
  },
  [path]: {
    'desk, an organisation': ofOrganisation(),
    'desk, an organisation that is being deleted': ofOrganisation('', {
      ...{ name: longName, manager: null, frozen_by: 'manager', erased_on: at },
      allowance: { most: 500, until: at },
    }),
    'desk, an organisation is suspended': doneAtDesk(
      ofOrganisation('/freeze'),
      { freezeOrganisation: ok({ name: 'Orchard', was_closing: false }) },
      { reason },
    ),
  },
  [`${path}/name`]: {
    'desk, name an organisation': ofOrganisation('/name'),
    'desk, name an organisation, refused': refusedAtDesk(
      ofOrganisation('/name'),
      ['nameOrganisation', 'invalid_input', 'A name has no quotation marks.'],
      { name: '“Orchard”' },
    ),
  },
  [`${path}/freeze`]: {
    'desk, suspend an organisation': ofOrganisation('/freeze'),
    'desk, suspend an organisation, no reason': walk(ofOrganisation('/freeze'), wrong({ reason: '' })),
  },
  [`${path}/unfreeze`]: { 'desk, unsuspend an organisation': ofOrganisation('/unfreeze', { frozen_by: 'operator' }) },
  [`${path}/manager`]: {
    'desk, set a manager': ofOrganisation('/manager'),
    'desk, set a manager, nobody': refusedAtDesk(ofOrganisation('/manager'), ['setManager', 'no_such_user'], {
      user_id: 'nobody',
      reason,
    }),
  },
  [`${path}/allow`]: {
    'desk, allow invitations': ofOrganisation('/allow'),
    'desk, allow invitations, nothing typed': walk(ofOrganisation('/allow'), wrong({ most: '' })),
  },
}
