import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { inSubject, requireActing } from '~/organisation/acting.server'
import { ActingHeader } from '~/organisation/acting-header'
import { BackToRoles } from '~/organisation/back-to-organisation'
import { organisationPath } from '~/organisation/organisation-path'
import { RoleFields, RoleForm, roleFormLimits } from '../role-form'

// Creates a role of an organisation.
export const handle: PageHandle = { title: 'roles.new_title', form: roleFormLimits }

export const loader = async (args: LoaderFunctionArgs) => reply({ acting: await requireActing(args, 'role.write') })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, RoleForm, roleFormLimits)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const subject = inSubject(args)
  const answer = await client.createRole({ ...subject, ...form.value })
  if (!answer.ok) return form.reply(answer)
  const path = organisationPath(subject, `/roles/${answer.data.role.role_key}`)
  return redirectTo(args, { path, notice: 'role_created' })
}

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
