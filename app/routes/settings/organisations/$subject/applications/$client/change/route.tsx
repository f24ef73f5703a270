import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToClient } from '~/features/organisations/back-to-organisation'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import {
  ClientFields,
  ClientForm,
  clientFormLimits,
  factsOf,
  typedOf,
  withTypedLines,
} from '~/routes/settings/organisations/$subject/applications/client-form'
import {
  clientPath,
  clientTexts,
  requireClient,
  thisClient,
} from '~/routes/settings/organisations/$subject/applications/clients.server'
import { api } from '~/runtime/api.server'

// Changes an application.
export const handle: PageHandle = { title: 'clients.change', form: clientFormLimits }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'application.manage')
  return reply({ acting, ...(await requireClient(args)) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, ClientForm, clientFormLimits)
  if (!form.ok) return form.reply()
  const answer = await (await api(args)).updateClient({ ...thisClient(args), ...factsOf(form.value) })
  if (!answer.ok) return form.reply(withTypedLines(answer, form.value), clientTexts(args))
  return redirectTo(args, { path: clientPath(args), notice: 'client_saved' })
}

export default function ChangeApplication() {
  const { t } = useTranslation()
  const { acting, client, offered_scopes } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof ClientForm>(typedOf(client))
  return (
    <FormPage
      page={page}
      title="clients.change"
      submit="clients.save"
      lead={
        <>
          <ActingHeader acting={acting} />
          {client.is_verified && <p>{t('clients.verified_ends')}</p>}
        </>
      }
      after={<BackToClient subject={acting.subject} clientKey={client.client_key} />}
    >
      <ClientFields page={page} mayKeepSecret={client.is_confidential} offered={offered_scopes} />
    </FormPage>
  )
}
