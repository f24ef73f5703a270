import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { pictureMaxBytes } from '#contract/terms/fields'
import type { PageHandle } from '~/document/page-handle'
import { requireActing } from '~/features/organisation/acting.server'
import { ActingHeader } from '~/features/organisation/acting-header'
import { BackToClient } from '~/features/organisation/back-to-organisation'
import { Picture } from '~/features/pictures/picture'
import { pictureTypes } from '~/features/pictures/picture-types'
import { picture } from '~/forms/field-schemas'
import { FileField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { Button } from '~/ui/button'
import { clientPath, requireClient, thisClient } from '../../clients.server'

// The picture of an application, which people see when it asks them.
export const handle: PageHandle = { title: 'clients.change_icon', uploadMaxBytes: pictureMaxBytes }

const Icon = z
  .object({ pic: picture.optional(), remove: z.string().optional() })
  .refine(({ pic, remove }) => pic !== undefined || remove !== undefined, {
    path: ['pic'],
    message: 'pictureRefusal.missing',
  })

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'application.manage')
  return reply({ acting, ...(await requireClient(args)) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Icon)
  if (!form.ok) return form.reply()
  const { pic, remove } = form.value
  const client = await api(args)
  const answer =
    pic === undefined || remove !== undefined
      ? await client.removeClientIcon(thisClient(args))
      : await client.uploadClientIcon({ ...thisClient(args), pic: new Uint8Array(await pic.arrayBuffer()) })
  if (!answer.ok) return form.reply(answer)
  const notice = answer.data.client.icon === null ? 'client_icon_removed' : 'client_icon_saved'
  return redirectTo(args, { path: clientPath(args), notice })
}

export default function ApplicationIcon() {
  const { t } = useTranslation()
  const { acting, client } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Icon>()
  return (
    <FormPage
      page={page}
      title="clients.change_icon"
      submit="picture.upload"
      hasFile
      {...(client.icon && { more: <Button name="remove" text="clients.remove_icon" quiet /> })}
      lead={
        <>
          <ActingHeader acting={acting} />
          <p>{t('clients.icon_text', { name: client.name })}</p>
          {client.is_verified && <p>{t('clients.verified_ends')}</p>}
          {client.icon && (
            <p>
              <Picture kind="avatar" picture={client.icon} width={112} alt={t('clients.icon')} />
            </p>
          )}
        </>
      }
      after={<BackToClient subject={acting.subject} clientKey={client.client_key} />}
    >
      <FileField field={page.fields.pic} label="field.pic.label" hint="picture.avatar.hint" accept={pictureTypes} />
    </FormPage>
  )
}
