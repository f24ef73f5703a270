import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { LinkList } from '~/ui/link-list'

// Takes the email off the account.
export const handle: PageHandle = { title: 'email.remove.title' }

const Remove = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { email, email_verified } = await requireData(args, await client.accountInfo({}))
  if (email === null || !email_verified) throw await redirectTo(args, '/settings/email')
  return reply({ email })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Remove)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.unbindPlatform({ platform: 'email' })
  // The second of two clicks finds nothing any more.
  if (answer.ok || answer.code === 'nothing_bound')
    return redirectTo(args, { path: '/settings/email', notice: 'email_removed' })
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
          <LinkList
            title="email.remove.others"
            links={{ '/settings/mobile': 'settings.mobile', '/settings/password': 'settings.password' }}
          />
          <BackToSettings />
        </>
      }
    />
  )
}
