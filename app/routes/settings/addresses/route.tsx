import { useTranslation } from 'react-i18next'
import { shownAddress } from '#rules/typed/shown-address'
import type { PageHandle } from '~/document/page-handle'
import { readButton } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useActionData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { SummaryList } from '~/ui/summary-list'

// The addresses in full, after a fresh proof.
export const handle: PageHandle = { title: 'addresses.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  return reply(null)
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.accountInfo({ need_plaintext: 1 })
  if (answer.ok) {
    const { mobile, email } = answer.data
    return reply({ mobile: mobile && shownAddress(mobile), email: email && shownAddress(email) })
  }
  return form.reply(answer)
}

export default function Addresses() {
  const { t } = useTranslation()
  const page = usePageForm()
  const addresses = useActionData() as { mobile?: string | null; email?: string | null } | undefined
  if (addresses?.mobile === undefined)
    return (
      <FormPage
        page={page}
        title="addresses.title"
        submit="addresses.submit"
        lead={<p>{t('addresses.text')}</p>}
        after={<BackToSettings />}
      />
    )
  return (
    <>
      <h1>{t('addresses.title')}</h1>
      <SummaryList
        facts={{
          'settings.mobile': addresses.mobile ?? t('settings.none'),
          'settings.email': addresses.email ?? t('settings.none'),
        }}
      />
      <BackToSettings />
    </>
  )
}
