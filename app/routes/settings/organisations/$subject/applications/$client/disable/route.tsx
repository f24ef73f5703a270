import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToClient } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { formAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { problem } from '~/navigation/problem'
import {
  clientPath,
  requireClient,
  thisClient,
} from '~/routes/settings/organisations/$subject/applications/clients.server'

// Disables an application, or enables it again.
export const handle: PageHandle = { title: 'clients.disable_title' }

/** The form contains the wanted state, so a second click does not undo the first. */
const Disabling = z.object({ is_disabled: z.enum(['0', '1'], 'error.invalid_input') })

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'application.manage')
  const { client } = await requireClient(args)
  if (client.disabled_by === 'operator') throw problem('forbidden')
  return reply({ acting, client })
}

export const action = formAction(Disabling, {
  call: (client, { is_disabled }, args) =>
    client.disableClient({ ...thisClient(args), is_disabled: Number(is_disabled) }),
  done: (args, _, { is_disabled }) => ({
    path: clientPath(args),
    notice: is_disabled === '1' ? 'client_disabled' : 'client_enabled',
  }),
})

export default function DisableApplication() {
  const { t } = useTranslation()
  const { acting, client } = useLoaderData<typeof loader>()
  const { name, client_key } = client
  const isDisabled = client.disabled_by !== null
  return (
    <FormPage
      page={usePageForm<typeof Disabling>()}
      title={isDisabled ? 'clients.enable_title' : 'clients.disable_title'}
      submit={isDisabled ? 'clients.enable' : 'clients.disable'}
      {...(!isDisabled && {
        safe: { path: organisationPath(acting.subject, `/applications/${client_key}`), text: 'clients.keep_enabled' },
      })}
      lead={
        <>
          <ActingHeader acting={acting} />
          <p>{t(isDisabled ? 'clients.enable_text' : 'clients.disable_text', { name })}</p>
        </>
      }
      after={<BackToClient subject={acting.subject} clientKey={client_key} />}
    >
      <input type="hidden" name="is_disabled" value={isDisabled ? '0' : '1'} />
    </FormPage>
  )
}
