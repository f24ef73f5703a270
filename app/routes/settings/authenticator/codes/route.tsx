import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { authenticatorSetUp } from '~/flows/account/authenticator-set-up.server'
import { readButton } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards.server'

// The recovery codes, until their person says that they are kept. Nobody can show them again after that.
export const handle: PageHandle = { title: 'authenticator.codes_title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const { codes } = await authenticatorSetUp.require(args, 'codes')
  return reply({ codes })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await authenticatorSetUp.require(args, 'codes')
  const form = await readButton(args)
  return form.ok ? step.finish({ path: '/settings/authenticator', notice: 'recovery_codes_kept' }) : form.reply()
}

export default function RecoveryCodes() {
  const { t } = useTranslation()
  const { codes } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
      title="authenticator.codes_title"
      submit="authenticator.codes_kept"
      lead={
        <>
          <p>{t('authenticator.codes_text')}</p>
          <ol>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ol>
          <p>{t('authenticator.codes_print')}</p>
        </>
      }
    />
  )
}
