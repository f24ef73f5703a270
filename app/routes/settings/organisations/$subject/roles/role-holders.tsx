import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Calls } from '#contract/calls'
import type { ActingAs } from '~/features/organisations/acting.server'
import { organisationPath } from '~/features/organisations/organisation-path'
import { roleText } from '~/features/organisations/role-text'
import { NextLinks } from '~/ui/page-links'

type Users = z.output<Calls['listUserRoles']['output']>['users']

/** The holders of a role, a page at a time. */
export const RoleHolders = ({
  acting,
  mayAssign,
  users,
  next,
}: {
  acting: ActingAs
  mayAssign: boolean
  users: Users
  next: string | null
}) => {
  const { t } = useTranslation()
  return (
    <>
      <h2>{t('roles.holders')}</h2>
      {users.length === 0 && <p>{t('roles.no_holders')}</p>}
      {users.length > 0 && (
        <ul className="rows">
          {users.map(({ sec_user_identity_id, deputy_name, is_frozen, roles }) => (
            <li key={sec_user_identity_id}>
              {mayAssign ? (
                <a href={organisationPath(acting.subject, `/members/${sec_user_identity_id}/roles`)}>{deputy_name}</a>
              ) : (
                deputy_name
              )}
              <p>
                {is_frozen === 1 && `${t('organisations.frozen')} ·\u00A0`}
                {roles.map((role) => roleText(t, role)).join(t('layout.comma'))}
              </p>
            </li>
          ))}
        </ul>
      )}
      <NextLinks next={next} />
    </>
  )
}
