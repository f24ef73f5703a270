import { useTranslation } from 'react-i18next'
import type { Permission } from '#contract/terms/permissions'
import type { PageHandle } from '~/document/page-handle'
import { type ActingAs, inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToRoles } from '~/features/organisations/back-to-organisation'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { roleAbout, roleText } from '~/features/organisations/role-text'
import { grantable, hasAllOf, type Role, requireRole } from '~/features/organisations/roles.server'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData } from '~/navigation/guards/guards.server'
import { useIsOpen } from '~/navigation/open-pages/use-open-pages'
import { PermissionList } from '~/routes/settings/organisations/$subject/roles/permission-choices'
import { RoleFields, roleFormLimits } from '~/routes/settings/organisations/$subject/roles/role-form'
import { RoleForm } from '~/routes/settings/organisations/$subject/roles/role-form.server'
import { RoleHolders } from '~/routes/settings/organisations/$subject/roles/role-holders'
import { isAbsent } from '~/runtime/absent-calls.server'
import { api } from '~/runtime/api.server'
import { FlashMessage } from '~/ui/flash-message'
import { keyOf } from '~/ui/page-links'

// A role of an organisation: its permissions and its holders. A member who may change it has its form here.
export const handle: PageHandle = {
  title: 'roles.title',
  named: (data, t) => roleText(t, (data as { role: Role }).role),
  form: roleFormLimits,
}

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'role.read')
  const role = await requireRole(args)
  const mayChange = !role.is_built_in && may(acting, 'role.write') && hasAllOf(acting, role)
  return reply({
    acting,
    role,
    mayChange,
    hasForm: mayChange && !isAbsent('updateRole'),
    mayAssign: may(acting, 'role.assign'),
    ...(await grantable(args, acting, role)),
    holders: await holdersOf(args, acting, role),
    notice: flashOf(args.request),
  })
}

/**
 * The holders of the role, for people who may see members. The roles of the manager and of plain members are not given.
 */
const holdersOf = async (args: LoaderFunctionArgs, acting: ActingAs, { role_key }: Role) => {
  if (!may(acting, 'member.read') || role_key === 'manager' || role_key === 'member') return null
  const client = await api(args)
  const asked = { ...inSubject(args), role_key, page: 1, page_size: 20, after: keyOf(args.request) }
  return requireData(args, await client.listUserRoles(asked))
}

export const action = formAction(RoleForm, {
  limits: roleFormLimits,
  call: (client, typed, args) => client.updateRole({ ...inSubject(args), role_key: args.params.role ?? '', ...typed }),
  done: (args) => ({ path: organisationPath(inSubject(args), '/roles'), notice: 'role_saved' }),
})

export default function RolePage() {
  const { t } = useTranslation()
  const { acting, role, mayChange, hasForm, mayAssign, offered, others, holders, notice } =
    useLoaderData<typeof loader>()
  const isOpen = useIsOpen()
  const disabling = organisationPath(acting.subject, `/roles/${role.role_key}/disable`)
  const { role_name, description, permissions } = role
  const page = usePageForm<typeof RoleForm>({ role_name, description, permissions: permissions as Permission[] })
  const top = (
    <>
      <ActingHeader acting={acting} />
      <FlashMessage notice={notice} />
      {role.is_banned === 1 && <p>{t('roles.disabled_text')}</p>}
    </>
  )
  const more = (
    <>
      {mayChange && isOpen(disabling) && (
        <p>
          <a className="button quiet" href={disabling}>
            {t(role.is_banned === 1 ? 'roles.enable' : 'roles.disable')}
          </a>
        </p>
      )}
      {holders && <RoleHolders acting={acting} mayAssign={mayAssign} users={holders.users} next={holders.next} />}
      <BackToRoles subject={acting.subject} />
    </>
  )
  if (hasForm)
    return (
      <FormPage page={page} title="roles.title" name={roleText(t, role)} submit="roles.save" lead={top} after={more}>
        <RoleFields page={page} offered={offered} others={others} />
      </FormPage>
    )
  return (
    <>
      <h1>
        <bdi>{roleText(t, role)}</bdi>
      </h1>
      {top}
      <p>{roleAbout(t, role)}</p>
      <PermissionList names={permissions} others={others} />
      {more}
    </>
  )
}
