import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { momentIn } from '~/i18n/dates'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Stops the pending removal of the mobile. The page of the mobile posts here; this page is seen when that fails.
export const handle: PageHandle = { title: 'mobile.title' }

const Keep = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const account = await requireData(args, await client.accountInfo({}))
  const { mobile_removal_at: removalAt, time_zone: timeZone } = account
  if (removalAt === null) throw await redirectTo(args, '/settings/mobile')
  return reply({ removalAt, timeZone })
}

export const action = async (args: ActionFunctionArgs) => {
  await requireSignedIn(args)
  const form = await readForm(args, Keep)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.stopMobileRemoval({})
  return answer.ok ? redirectTo(args, { path: '/settings/mobile', notice: 'mobile_kept' }) : form.reply(answer)
}

export default function KeepMobile() {
  const { t, i18n } = useTranslation()
  const { removalAt, timeZone } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Keep>()
  return (
    <FormPage
      page={page}
      title="mobile.title"
      submit="heldRemoval.stop"
      lead={<p>{t('heldRemoval.text', { time: momentIn(i18n.language, timeZone, removalAt) })}</p>}
      after={<BackToSettings />}
    />
  )
}
