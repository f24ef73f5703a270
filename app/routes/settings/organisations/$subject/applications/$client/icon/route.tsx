import { useTranslation } from 'react-i18next'
import { pictureMaxBytes } from '#contract/terms/fields'
import type { PageHandle } from '~/document/page-handle'
import { requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToClient } from '~/features/organisations/back-to-organisation'
import { sentPicture, UploadOrRemove } from '~/features/pictures/picture-page.server'
import { UploadOrRemovePage } from '~/features/pictures/upload-or-remove-page'
import { formAction } from '~/forms/form-action.server'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import {
  clientPath,
  requireClient,
  thisClient,
} from '~/routes/settings/organisations/$subject/applications/clients.server'

// The picture of an application, which people see when it requests something of them.
export const handle: PageHandle = { title: 'clients.change_icon', uploadMaxBytes: pictureMaxBytes }

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'application.manage')
  return reply({ acting, ...(await requireClient(args)) })
}

export const action = formAction(UploadOrRemove, {
  call: async (client, typed, args) => {
    const pic = await sentPicture(typed)
    const named = thisClient(args)
    return pic === undefined ? client.removeClientIcon(named) : client.uploadClientIcon({ ...named, pic })
  },
  done: (args, { client }) => ({
    path: clientPath(args),
    notice: client.icon === null ? 'client_icon_removed' : 'client_icon_saved',
  }),
})

export default function ApplicationIcon() {
  const { t } = useTranslation()
  const { acting, client } = useLoaderData<typeof loader>()
  return (
    <UploadOrRemovePage
      title="clients.change_icon"
      present="clients.icon"
      remove="clients.remove_icon"
      picture={client.icon}
      lead={
        <>
          <ActingHeader acting={acting} />
          <p>{t('clients.icon_text', { name: client.name })}</p>
          {client.is_verified && <p>{t('clients.verified_ends')}</p>}
        </>
      }
      after={<BackToClient subject={acting.subject} clientKey={client.client_key} />}
    />
  )
}
