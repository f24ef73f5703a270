import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { inSubject, requireActing } from '~/features/organisations/acting.server'
import { ActingHeader } from '~/features/organisations/acting-header'
import { BackToClients } from '~/features/organisations/back-to-organisation'
import { organisationPath } from '~/features/organisations/organisation-path'
import { RadioField } from '~/forms/fields/radio-field'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useActionData, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import {
  ClientFields,
  clientFields,
  clientFormLimits,
  factsOf,
  withTypedLines,
} from '~/routes/settings/organisations/$subject/applications/client-form'
import {
  clientsPath,
  clientTexts,
  offeredScopes,
} from '~/routes/settings/organisations/$subject/applications/clients.server'
import { ShownSecret } from '~/routes/settings/organisations/$subject/applications/shown-secret'
import { api } from '~/runtime/api.server'

// Registers an application. The answer to the form shows its secret, once.
export const handle: PageHandle = { title: 'clients.new_title', form: clientFormLimits }

const kinds = ['confidential', 'public'] as const

const Register = z.object({ ...clientFields, kind: z.enum(kinds, 'clients.kind_missing') })

export const loader = async (args: LoaderFunctionArgs) =>
  reply({ acting: await requireActing(args, 'application.manage'), offered: await offeredScopes(args) })

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Register, clientFormLimits)
  if (!form.ok) return form.reply()
  const { kind, ...typed } = form.value
  const answer = await (await api(args)).registerClient({
    ...inSubject(args),
    ...factsOf(typed),
    is_confidential: kind === 'confidential' ? 1 : 0,
  })
  if (!answer.ok)
    return form.reply(withTypedLines(answer, typed), {
      ...clientTexts(args),
      // A reload of the page with the secret, or a second click.
      'error.client_name_refused_taken': 'clients.registered_already',
    })
  const { client, secret } = answer.data
  if (secret !== null) return reply({ registered: { name: client.name, client_key: client.client_key, secret } })
  return redirectTo(args, { path: `${clientsPath(args)}/${client.client_key}`, notice: 'client_registered' })
}

type Registered = { registered?: { name: string; client_key: string; secret: string } } | undefined

export default function NewApplication() {
  const { acting } = useLoaderData<typeof loader>()
  const registered = (useActionData() as Registered)?.registered
  if (!registered) return <Registration />
  const { name, client_key, secret } = registered
  const path = organisationPath(acting.subject, `/applications/${client_key}`)
  return <ShownSecret title="clients.registered" name={name} path={path} clientKey={client_key} secret={secret} />
}

const Registration = () => {
  const { t } = useTranslation()
  const { acting, offered } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Register>({ scopes: ['profile'], kind: 'confidential' })
  return (
    <FormPage
      page={page}
      title="clients.new_title"
      submit="clients.register_it"
      lead={
        <>
          <ActingHeader acting={acting} />
          <p>{t('clients.new_text')}</p>
        </>
      }
      after={<BackToClients subject={acting.subject} />}
    >
      <ClientFields page={page} mayKeepSecret offered={offered} />
      <RadioField
        field={page.fields.kind}
        label="clients.kind"
        options={kinds.map((value) => ({
          value,
          text: t(`clients.kinds.${value}`),
          more: t(`clients.about_kind.${value}`),
        }))}
      />
    </FormPage>
  )
}
