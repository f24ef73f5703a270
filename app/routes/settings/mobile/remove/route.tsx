import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import { BackToSettings } from '~/components/back-to-settings'
import { FormPage } from '~/components/form-page'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { loaded, requireSignedIn } from '~/flows/signed-in.server'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { leave } from '~/session/leave.server'

// Takes the mobile off the account.
export const handle: PageHandle = { title: 'mobile.remove.title' }

const Remove = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { mobile } = await loaded(args, await client.accountInfo({}))
  if (mobile === null) throw await leave(args, '/settings/mobile')
  return json({ mobile })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Remove)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.unbindPlatform({ platform: 'mobile' })
  // The second of two clicks finds nothing any more.
  if (answer.ok || answer.code === 'nothing_bound')
    return leave(args, { path: '/settings/mobile', notice: 'mobile_removed' })
  return form.reply(answer)
}

export default function RemoveMobile() {
  const { t } = useTranslation()
  const { mobile } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Remove>()
  return (
    <FormPage
      page={page}
      title="mobile.remove.title"
      submit="mobile.remove.submit"
      lead={<p>{t('mobile.remove.means', { mobile })}</p>}
      after={
        <>
          <Ways
            title="mobile.remove.others"
            ways={{ '/settings/email': 'settings.email', '/settings/password': 'settings.password' }}
          />
          <BackToSettings />
        </>
      }
    />
  )
}
