import { type Permission, permissionNames } from '../../../contract/permissions'
import { done } from '../../../contract/server'
import type { withFakeAccountApi } from '../browser'

/** The public ids of an organisation and of a member of it. */
export const subjectId = 'S'.repeat(22)
export const memberId = 'M'.repeat(22)

/** The signed-in person acts in an organisation: as its manager, or as a deputy with these permissions. */
export const actAs = (
  fake: ReturnType<typeof withFakeAccountApi>,
  permissions: readonly Permission[] | 'manager' = 'manager',
): void => {
  const isManager = permissions === 'manager'
  fake.answer(
    'subjectInfo',
    done({
      subject: {
        subject_uid: '1',
        sec_subject_uid: subjectId,
        subject_name: 'Orchard',
        identity_id: 'I'.repeat(22),
        deputy_name: 'Ann',
        is_manager: isManager,
        base_infos: {},
        created_at: '2026-01-02T03:04:05.000Z',
      },
      sec_user_id: 'U'.repeat(22),
      roles: isManager ? [] : [{ role_key: 'office', role_name: 'Office' }],
      permissions: permissionNames.filter((name) => isManager || permissions.includes(name)),
    }),
  )
}
