import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToClient } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { buttonAction } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import {
  clientsPath,
  requireClient,
  thisClient,
} from '~/routes/settings/organisations/$subject/applications/clients.server'

// Removes an application.
export const handle: PageHandle = { title: 'clients.remove_title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'application.manage')
  return reply({ acting, client: (await requireClient(args)).client })
}

export const action = buttonAction({
  call: (client, _, args) => client.removeClient(thisClient(args)),
  done: (args) => ({ path: clientsPath(args), notice: 'client_removed' }),
  // The second of two clicks finds nothing, as with the application of another organisation.
  otherwise: ({ code }, args) =>
    code === 'no_client_of_subject' ? { path: clientsPath(args), notice: 'client_over' } : undefined,
})

export default function RemoveApplication() {
  const { t } = useTranslation()
  const { acting, client } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
      title="clients.remove_title"
      submit="clients.remove"
      safe={{
        path: organisationPath(acting.subject, `/applications/${client.client_key}`),
        text: 'clients.keep_it',
      }}
      lead={
        <>
          <ActingHeader acting={acting} />
          <p>{t('clients.remove_text', { name: client.name })}</p>
          <ul>
            <li>{t('clients.remove_people')}</li>
            <li>{t('clients.remove_key')}</li>
          </ul>
        </>
      }
      after={<BackToClient subject={acting.subject} clientKey={client.client_key} />}
    />
  )
}
