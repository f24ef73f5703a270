import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisation/acting.server'
import { ActingHeader } from '~/features/organisation/acting-header'
import { BackToRoles } from '~/features/organisation/back-to-organisation'
import { organisationPath } from '~/features/organisation/organisation-path'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { RoleFields, RoleForm, roleFormLimits } from '../role-form'

// Creates a role of an organisation.
export const handle: PageHandle = { title: 'roles.new_title', form: roleFormLimits }

export const loader = async (args: LoaderFunctionArgs) => reply({ acting: await requireActing(args, 'role.write') })

export const action = formAction(RoleForm, {
  limits: roleFormLimits,
  call: (client, typed, args) => client.createRole({ ...inSubject(args), ...typed }),
  done: (args, { role }) => ({
    path: organisationPath(inSubject(args), `/roles/${role.role_key}`),
    notice: 'role_created',
  }),
})

export default function NewRole() {
  const { acting } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof RoleForm>()
  return (
    <FormPage
      page={page}
      title="roles.new_title"
      submit="roles.create"
      lead={<ActingHeader acting={acting} />}
      after={<BackToRoles subject={acting.subject} />}
    >
      <RoleFields page={page} offered={acting.permissions} />
    </FormPage>
  )
}
