import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { identityId, roleKey } from '#contract/organisations/organisation-fields'
import type { FormLimits, PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToMembers } from '~/features/organisations/back-to-organisation'
import { givableRoles } from '~/features/organisations/invitations.server'
import { may } from '~/features/organisations/management/may'
import { namesText } from '~/features/organisations/names-text'
import { organisationPath } from '~/features/organisations/organisation-path'
import { roleText } from '~/features/organisations/role-text'
import { rolesOf } from '~/features/organisations/roles.server'
import { RadioField } from '~/forms/fields/radio-field'
import { SelectField } from '~/forms/fields/select-field'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { translate } from '~/i18n/i18n.server'
import { problem } from '~/navigation/problem'
import { redirectTo } from '~/navigation/redirect.server'
import { MemberRows } from '~/routes/settings/organisations/$subject/members/member-rows'
import { mostTicked, tickedIn } from '~/routes/settings/organisations/$subject/members/members-query'
import { membersOf } from '~/routes/settings/organisations/$subject/members/ticked-members.server'

// Gives a role to the ticked members, or removes one from them.
const limits: Partial<FormLimits> = { valuesPerName: mostTicked }

export const handle: PageHandle = { title: 'members.role_title', form: limits }

const RoleOfMany = z.object({
  role_key: z.string('members.role_missing').pipe(roleKey.or(z.never('members.role_missing'))),
  act: z.enum(['give', 'take'], 'members.role_act_missing'),
  member: z.array(identityId, 'error.invalid_input').min(1, 'error.invalid_input').max(mostTicked),
})

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'role.assign')
  if (!may(acting, 'role.read') || !may(acting, 'member.read')) throw problem('forbidden')
  const found = await membersOf(args, tickedIn(new URL(args.request.url)))
  const members = found.filter(({ is_manager }) => !is_manager)
  if (members.length === 0)
    throw await redirectTo(args, { path: organisationPath(acting.subject, '/members'), notice: 'nobody_ticked' })
  return reply({ acting, members, roles: await givableRoles(args, acting) })
}

export const action = formAction(RoleOfMany, {
  limits,
  call: async (client, { role_key, act, member }, args) => {
    const named = { ...inSubject(args), role_key, sec_user_identity_ids: member }
    const answer = act === 'give' ? await client.assignRole(named) : await client.removeRole(named)
    if (!answer.ok) return answer
    const [t, members, roles] = await Promise.all([translate(args), membersOf(args, member), rolesOf(args)])
    const role = roles.find((each) => each.role_key === role_key)
    const who = namesText(
      t,
      members.map(({ deputy_name }) => deputy_name),
    )
    return { ok: true, data: { who, as: role ? roleText(t, role) : role_key } }
  },
  done: (args, { who, as }, { act }) => ({
    path: organisationPath(inSubject(args), '/members'),
    notice: act === 'give' ? 'members_given_role' : 'members_lost_role',
    who,
    as,
  }),
})

export default function RoleOfMembers() {
  const { t } = useTranslation()
  const { acting, members, roles } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof RoleOfMany>()
  return (
    <FormPage
      page={page}
      title="members.role_title"
      {...(roles.length > 0 && { submit: 'members.role_submit' })}
      lead={
        <>
          <ActingHeader acting={acting} />
          {roles.length === 0 && <p>{t('members.role_none')}</p>}
          <MemberRows subject={acting.subject} members={members} />
        </>
      }
      after={<BackToMembers subject={acting.subject} />}
    >
      {members.map(({ identity_id }) => (
        <input key={identity_id} type="hidden" name="member" value={identity_id} />
      ))}
      {roles.length > 0 && (
        <>
          <SelectField
            field={page.fields.role_key}
            label="members.role_key"
            options={[
              ['', t('members.role_choose')],
              ...roles.map((role) => [role.role_key, roleText(t, role)] as const),
            ]}
          />
          <RadioField
            field={{ ...page.fields.act, value: page.fields.act.value || 'give' }}
            label="members.role_act"
            options={[
              { value: 'give', text: t('members.role_give') },
              { value: 'take', text: t('members.role_take') },
            ]}
          />
        </>
      )}
    </FormPage>
  )
}
