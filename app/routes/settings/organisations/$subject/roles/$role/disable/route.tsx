import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToRoles } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { roleText } from '~/features/organisations/role-text'
import { hasAllOf, requireRole } from '~/features/organisations/roles.server'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { problem } from '~/navigation/problem'

// Disables a role, or enables it again.
export const handle: PageHandle = { title: 'roles.disable_title' }

/** The form contains the wanted state, so a second click does not undo the first. */
const Disabling = z.object({ is_banned: z.enum(['0', '1'], 'error.invalid_input') })

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'role.write')
  const role = await requireRole(args)
  if (role.is_built_in || !hasAllOf(acting, role)) throw problem('forbidden')
  return reply({ acting, role })
}

export const action = formAction(Disabling, {
  call: (client, { is_banned }, args) =>
    client.banRole({ ...inSubject(args), role_key: args.params.role ?? '', is_banned: Number(is_banned) }),
  done: (args, _, { is_banned }) => ({
    path: organisationPath(inSubject(args), '/roles'),
    notice: is_banned === '1' ? 'role_disabled' : 'role_enabled',
  }),
})

export default function DisableRole() {
  const { t } = useTranslation()
  const { acting, role } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Disabling>()
  const name = roleText(t, role)
  const isDisabled = role.is_banned === 1
  return (
    <FormPage
      page={page}
      title={isDisabled ? 'roles.enable_title' : 'roles.disable_title'}
      submit={isDisabled ? 'roles.enable' : 'roles.disable'}
      {...(!isDisabled && {
        safe: { path: organisationPath(acting.subject, `/roles/${role.role_key}`), text: 'roles.keep' },
      })}
      lead={
        <>
          <ActingHeader acting={acting} />
          <p>{t(isDisabled ? 'roles.enable_text' : 'roles.disable_text', { name })}</p>
        </>
      }
      after={<BackToRoles subject={acting.subject} />}
    >
      <input type="hidden" name="is_banned" value={isDisabled ? '0' : '1'} />
    </FormPage>
  )
}
