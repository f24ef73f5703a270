import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { exportData } from '~/flows/accounts/export-data.server'
import { readButton } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Asks for a copy of the account's data, after a fresh proof.
export const handle: PageHandle = { title: 'export.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  return reply({ notice: flashOf(args.request) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const client = await api(args)
  // This call needs the same fresh proof as the file, because a step-up cannot be shown instead of a file.
  const answer = await client.accountInfo({ need_plaintext: 1 })
  return answer.ok ? exportData.begin(args, 'file', {}) : form.reply(answer)
}

export default function ExportData() {
  const { t } = useTranslation()
  const { notice } = useLoaderData<typeof loader>()
  return (
    <FormPage
      page={usePageForm()}
      title="export.title"
      submit="export.submit"
      notice={notice}
      lead={
        <>
          <p>{t('export.text')}</p>
          <ul>
            {parts.map((part) => (
              <li key={part}>{t(`export.part.${part}`)}</li>
            ))}
          </ul>
          <p>{t('export.care')}</p>
        </>
      }
      after={<BackToSettings />}
    />
  )
}

const parts = ['account', 'addresses', 'pictures', 'sessions', 'activity', 'organisations']
