import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToRoles } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { grantable } from '~/features/organisations/roles.server'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { RoleFields, roleFormLimits } from '~/routes/settings/organisations/$subject/roles/role-form'
import { RoleForm } from '~/routes/settings/organisations/$subject/roles/role-form.server'

// Creates a role of an organisation.
export const handle: PageHandle = { title: 'roles.new_title', form: roleFormLimits }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'role.write')
  return reply({ acting, ...(await grantable(args, acting)) })
}

export const action = formAction(RoleForm, {
  limits: roleFormLimits,
  call: (client, typed, args) => client.createRole({ ...inSubject(args), ...typed }),
  done: (args, { role }) => ({
    path: organisationPath(inSubject(args), role.role_key === '' ? '/roles' : `/roles/${role.role_key}`),
    notice: 'role_created',
  }),
})

export default function NewRole() {
  const { acting, offered, others } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof RoleForm>()
  return (
    <FormPage
      page={page}
      title="roles.new_title"
      submit="roles.create"
      lead={<ActingHeader acting={acting} />}
      after={<BackToRoles subject={acting.subject} />}
    >
      <RoleFields page={page} offered={offered} others={others} />
    </FormPage>
  )
}
