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

// Takes the email off the account.
export const handle: PageHandle = { title: 'email.remove.title' }

const Remove = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { email, email_verified } = await loaded(args, await client.accountInfo({}))
  if (email === null || !email_verified) throw await leave(args, '/settings/email')
  return json({ email })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Remove)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.unbindPlatform({ platform: 'email' })
  // The second of two clicks finds nothing any more.
  if (answer.ok || answer.code === 'nothing_bound')
    return leave(args, { path: '/settings/email', notice: 'email_removed' })
  return form.reply(answer)
}

export default function RemoveEmail() {
  const { t } = useTranslation()
  const { email } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Remove>()
  return (
    <FormPage
      page={page}
      title="email.remove.title"
      submit="email.remove.submit"
      lead={<p>{t('email.remove.means', { email })}</p>}
      after={
        <>
          <Ways
            title="email.remove.others"
            ways={{ '/settings/mobile': 'settings.mobile', '/settings/password': 'settings.password' }}
          />
          <BackToSettings />
        </>
      }
    />
  )
}
