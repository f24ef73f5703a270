import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToOrganisation } from '~/features/organisations/back-to-organisation'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { roleAbout, roleText } from '~/features/organisations/role-text'
import { rolesOf } from '~/features/organisations/roles.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { FlashMessage } from '~/ui/flash-message'

// The roles of an organisation.
export const handle: PageHandle = { title: 'roles.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'role.read')
  const roles = await rolesOf(args)
  return reply({ acting, roles, mayWrite: may(acting, 'role.write'), notice: flashOf(args.request) })
}

export default function Roles() {
  const { t } = useTranslation()
  const { acting, roles, mayWrite, notice } = useLoaderData<typeof loader>()
  const isOpen = useIsOpen()
  const creating = organisationPath(acting.subject, '/roles/new')
  return (
    <>
      <h1>{t('roles.title')}</h1>
      <ActingHeader acting={acting} />
      <FlashMessage notice={notice} />
      <ul className="rows">
        {roles.map((role) => (
          <li key={role.role_key}>
            <a href={organisationPath(acting.subject, `/roles/${role.role_key}`)}>{roleText(t, role)}</a>
            <p>
              {role.is_banned === 1 && `${t('roles.disabled')} ·\u00A0`}
              {roleAbout(t, role) || t('roles.permission_count', { count: role.permissions.length })}
            </p>
          </li>
        ))}
      </ul>
      {roles.every(({ is_built_in }) => is_built_in) && (
        <p>{t(mayWrite ? 'roles.none_of_own' : 'roles.none_of_own_to_see')}</p>
      )}
      {mayWrite && isOpen(creating) && (
        <p>
          <a className="button" href={creating}>
            {t('roles.create')}
          </a>
        </p>
      )}
      <BackToOrganisation subject={acting.subject} />
    </>
  )
}
