import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { authenticatorSetUp } from '~/flows/accounts/authenticator-set-up.server'
import { authenticatorCode } from '~/forms/field-schemas'
import { AuthenticatorCodeField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import { BackLink } from '~/ui/back-link'

// The secret of an authenticator app, as a picture and in letters, and the first code that proves it.
export const handle: PageHandle = { title: 'authenticator.set_up_title' }

const Prove = z.object({ authenticator_code: authenticatorCode })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const { secret, uri } = await authenticatorSetUp.require(args, 'scan')
  return reply({ key: secret.match(/.{1,4}/g) ?? [], uri })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await authenticatorSetUp.require(args, 'scan')
  const form = await readForm(args, Prove)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.addAuthenticator({
    ticket: step.ticket,
    ...(step.asks && { at_sign_in: 1 }),
    ...form.value,
  })
  if (answer.ok)
    return step.goTo('codes', { codes: answer.data.recovery_codes, app: step.asks ? 'asked' : 'not_asked' })
  if (answer.code === 'already_bound') return step.abandon('/settings/authenticator')
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function SetUpAuthenticator() {
  const { t } = useTranslation()
  const { key, uri } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Prove>()
  return (
    <FormPage
      page={page}
      title="authenticator.set_up_title"
      submit="authenticator.prove"
      lead={
        <>
          <p>{t('authenticator.scan')}</p>
          <p>
            <img
              className="picture"
              src="/settings/authenticator/set-up/picture"
              alt={t('authenticator.picture')}
              width={200}
              height={200}
            />
          </p>
          <p>
            <a href={uri}>{t('authenticator.open_in_app')}</a>
          </p>
          <p>{t('authenticator.type')}</p>
          <p>
            <code>{key.join(' ')}</code>
          </p>
        </>
      }
      after={<BackLink path="/settings/authenticator" text="authenticator.return" />}
    >
      <AuthenticatorCodeField
        field={page.fields.authenticator_code}
        label="field.authenticator_code.label_first"
        hint="field.authenticator_code.hint_first"
      />
    </FormPage>
  )
}
