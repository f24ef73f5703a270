import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToClient } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { useDay } from '~/features/organisations/use-day'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useActionData, useLoaderData } from '~/framework'
import { problem } from '~/navigation/problem'
import { redirectTo } from '~/navigation/redirect.server'
import {
  clientPath,
  requireClient,
  thisClient,
} from '~/routes/settings/organisations/$subject/applications/clients.server'
import { ShownSecret } from '~/routes/settings/organisations/$subject/applications/shown-secret'
import { api } from '~/runtime/api.server'
import { Button } from '~/ui/button'

// Makes a new secret of an application, which the answer to the form shows once; or ends the previous one.
export const handle: PageHandle = { title: 'clients.rotate' }

/** The form contains the secret to be replaced, so a second click does not end the new one. */
const Rotation = z.object({
  secret_id: z.string('error.invalid_input').min(1, 'error.invalid_input').max(64, 'error.invalid_input'),
  end: z.string().optional(),
})

export const loader = async (args: LoaderFunctionArgs) => {
  const acting = await requireActing(args, 'application.manage')
  const { client } = await requireClient(args)
  if (!client.is_confidential) throw problem('gone')
  return reply({ acting, client })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Rotation)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const { secret_id, end } = form.value
  if (end !== undefined) {
    const ended = await client.endClientSecret(thisClient(args))
    return ended.ok ? redirectTo(args, { path: clientPath(args), notice: 'client_secret_ended' }) : form.reply(ended)
  }
  const rotated = await client.rotateClientSecret({ ...thisClient(args), secret_id })
  return rotated.ok ? reply({ secret: rotated.data.secret }) : form.reply(rotated)
}

export default function ApplicationSecret() {
  const { t } = useTranslation()
  const day = useDay()
  const { acting, client } = useLoaderData<typeof loader>()
  const secret = (useActionData() as { secret?: string } | undefined)?.secret
  if (secret === undefined) return <RotationForm />
  const { name, client_key, previous_secret_until } = client
  const path = organisationPath(acting.subject, `/applications/${client_key}`)
  return (
    <ShownSecret title="clients.rotated" name={name} path={path} clientKey={client_key} secret={secret}>
      {previous_secret_until !== null && <p>{t('clients.rotated_until', { day: day(previous_secret_until) })}</p>}
    </ShownSecret>
  )
}

const RotationForm = () => {
  const { t } = useTranslation()
  const day = useDay()
  const { acting, client } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Rotation>()
  const { client_key, secret_id, previous_secret_until } = client
  const path = organisationPath(acting.subject, `/applications/${client_key}`)
  const endsOne = previous_secret_until !== null
  return (
    <FormPage
      page={page}
      title="clients.rotate"
      submit="clients.rotate_it"
      {...(endsOne && {
        safe: { path, text: 'clients.keep_secrets' },
        more: <Button name="end" text="clients.end_previous" danger />,
      })}
      lead={
        <>
          <ActingHeader acting={acting} />
          <p>{t('clients.rotate_text', { name: client.name })}</p>
          {endsOne && <p>{t('clients.rotate_ends', { day: day(previous_secret_until) })}</p>}
        </>
      }
      after={<BackToClient subject={acting.subject} clientKey={client_key} />}
    >
      {/* Not the posted value: after an error, the form is about the present secret. */}
      <input type="hidden" name="secret_id" value={secret_id ?? ''} />
    </FormPage>
  )
}
