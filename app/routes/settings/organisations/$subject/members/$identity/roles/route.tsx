import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { FormLimits, PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToMember } from '~/features/organisations/back-to-organisation'
import { may } from '~/features/organisations/management/may'
import { organisationPath } from '~/features/organisations/organisation-path'
import { roleAbout, roleText } from '~/features/organisations/role-text'
import { hasAllOf, rolesOf } from '~/features/organisations/roles.server'
import { FieldError } from '~/forms/fields/field-frame'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData } from '~/navigation/guards/guards.server'
import { problem } from '~/navigation/problem'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { FlashMessage } from '~/ui/flash-message'

// The roles of one member, to give and to take away.
const limits: Partial<FormLimits> = { valuesPerName: 110 }

export const handle: PageHandle = {
  title: 'roles.title',
  named: (data) => (data as { member: { deputy_name: string } }).member.deputy_name,
  form: limits,
}

const keys = z.array(z.string().regex(/^[a-z][\w-]*$/, 'error.invalid_input')).default([])

/** `had`: the ticks when the page was rendered, so roles given by others meanwhile stay. */
const MemberRoles = z.object({ roles: keys, had: keys })

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'role.assign')
  if (!may(acting, 'role.read') || !may(acting, 'member.read')) throw problem('forbidden')
  const client = await api(args)
  const found = await client.listUserRoles({ ...inSubject(args), page: 1, sec_user_identity_id: args.params.identity })
  if (!found.ok && (found.code === 'no_such_identity' || found.code === 'invalid_input')) throw problem('gone')
  const [member] = (await requireData(args, found)).users
  if (!member) throw problem('gone')
  const held = member.roles.map(({ role_key }) => role_key)
  const given = (await rolesOf(args)).filter(({ role_key }) => role_key !== 'manager' && role_key !== 'member')
  const roles = given.filter(({ role_key, is_banned }) => is_banned === 0 || held.includes(role_key))
  return reply({
    acting,
    member,
    held,
    roles: roles.map((role) => ({ ...role, isOwn: hasAllOf(acting, role) })),
    notice: flashOf(args.request),
  })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, MemberRoles, limits)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const subject = inSubject(args)
  const { identity = '' } = args.params
  const { roles, had } = form.value
  const of = (role_key: string) => ({ ...subject, role_key, sec_user_identity_ids: [identity] })
  // Roles are removed first, because their number is limited.
  for (const key of had.filter((each) => !roles.includes(each))) {
    const answer = await client.removeRole(of(key))
    if (!answer.ok) return form.reply(answer)
  }
  for (const key of roles.filter((each) => !had.includes(each))) {
    const answer = await client.assignRole(of(key))
    if (!answer.ok) return form.reply(answer)
  }
  return redirectTo(args, { path: organisationPath(subject, `/members/${identity}/roles`), notice: 'roles_saved' })
}

export default function MemberRolesPage() {
  const { t } = useTranslation()
  const { acting, member, held, roles, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof MemberRoles>({ roles: held })
  const field = page.fields.roles
  return (
    <FormPage
      page={page}
      title="memberRoles.title"
      values={{ name: member.deputy_name }}
      {...(roles.some(({ isOwn }) => isOwn) && { submit: 'memberRoles.save' })}
      lead={
        <>
          <ActingHeader acting={acting} />
          <FlashMessage notice={notice} />
          <p>{t(member.is_manager ? 'memberRoles.of_manager' : 'memberRoles.text', { name: member.deputy_name })}</p>
        </>
      }
      after={<BackToMember subject={acting.subject} id={member.sec_user_identity_id} />}
    >
      {held.map((key) => (
        <input key={key} type="hidden" name="had" value={key} />
      ))}
      <FieldError id="roles-error" text={field.error} />
      <fieldset className="choices">
        <legend>{t('roles.title')}</legend>
        <ul className="rows">
          {roles.map((role, nth) => (
            <li key={role.role_key}>
              {!role.isOwn && held.includes(role.role_key) && (
                <input type="hidden" name="roles" value={role.role_key} />
              )}
              <label>
                <input
                  type="checkbox"
                  {...(nth === 0 && { id: 'roles' })}
                  name="roles"
                  value={role.role_key}
                  defaultChecked={field.values.includes(role.role_key)}
                  disabled={!role.isOwn}
                />{' '}
                {roleText(t, role)}
                <br />
                <span className="hint">
                  {role.is_banned === 1 && `${t('roles.disabled')} ·\u00A0`}
                  {role.isOwn
                    ? roleAbout(t, role) || t('roles.permission_count', { count: role.permissions.length })
                    : t('memberRoles.beyond')}
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
    </FormPage>
  )
}
