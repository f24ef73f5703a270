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

// Takes the mobile off the account.
export const handle: PageHandle = { title: 'mobile.remove.title' }

const Remove = z.object({})

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const { mobile } = await requireData(args, await client.accountInfo({}))
  if (mobile === null) throw await redirectTo(args, '/settings/mobile')
  return reply({ mobile })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Remove)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.unbindPlatform({ platform: 'mobile' })
  // The second of two clicks finds nothing any more.
  if (answer.ok || answer.code === 'nothing_bound')
    return redirectTo(args, { path: '/settings/mobile', notice: 'mobile_removed' })
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
          <LinkList
            title="mobile.remove.others"
            links={{ '/settings/email': 'settings.email', '/settings/password': 'settings.password' }}
          />
          <BackToSettings />
        </>
      }
    />
  )
}
