import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { authenticatorSetUp } from '~/flows/accounts/authenticator-set-up.server'
import { Tick } from '~/forms/fields/tick'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'

// The recovery codes, until their person confirms that they are stored. Nothing can show them again after that. From
// then on sign-ins require a new app, unless its person does not want that.
export const handle: PageHandle = { title: 'authenticator.codes_title' }

const Kept = z.object({ ask: z.string().optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const { codes, app } = await authenticatorSetUp.require(args, 'codes')
  return reply({ codes, app: app ?? null })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await authenticatorSetUp.require(args, 'codes')
  const form = await readForm(args, Kept)
  if (!form.ok) return form.reply()
  const path = '/settings/authenticator'
  if (form.value.ask !== '1') return step.finish({ path, notice: 'recovery_codes_kept' })
  const answer = await (await api(args)).askAuthenticator({ at_sign_in: 1 })
  return answer.ok ? step.finish({ path, notice: 'authenticator_asked' }) : form.reply(answer)
}

export default function RecoveryCodes() {
  const { t } = useTranslation()
  const { codes, app } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Kept>({ ask: '1' })
  return (
    <FormPage
      page={page}
      title="authenticator.codes_title"
      submit="authenticator.codes_kept"
      lead={
        <>
          <p>{t(app ? 'authenticator.codes_text_first' : 'authenticator.codes_text')}</p>
          <ol>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
          <p>
            <a href="/settings/authenticator/codes/file">{t('authenticator.codes_file')}</a>
          </p>
          <p>{t('authenticator.codes_print')}</p>
        </>
      }
    >
      {app === 'not_asked' && (
        <>
          <Tick field={page.fields.ask} label="authenticator.ask_tick" />
          <p className="hint said">{t('authenticator.ask_text')}</p>
        </>
      )}
    </FormPage>
  )
}
