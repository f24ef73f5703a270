import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import type { Destination } from '~/navigation/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Unbinds a third-party identity.
export const handle: PageHandle = { title: 'thirdParty.remove.title' }

const Remove = z.object({})

/** The third-party identity of the platform that the URL names. */
const connected = async (args: LoaderFunctionArgs) => {
  const client = await api(args)
  const { platforms } = await requireData(args, await client.bindVerifyInfo({}))
  return platforms.find(({ platform }) => platform === args.params.platform)
}

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const binding = await connected(args)
  if (!binding) throw await redirectTo(args, '/settings/third-party')
  return reply({ name: binding.name })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Remove)
  if (!form.ok) return form.reply()
  const done: Destination = { path: '/settings/third-party', notice: 'platform_removed' }
  const binding = await connected(args)
  // The second of two clicks finds nothing bound.
  if (!binding) return redirectTo(args, done)
  const client = await api(args)
  const answer = await client.unbindPlatform({ platform: binding.platform })
  return answer.ok || answer.code === 'nothing_bound' ? redirectTo(args, done) : form.reply(answer)
}

export default function Disconnect() {
  const { t } = useTranslation()
  const { name } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Remove>()
  return (
    <FormPage
      page={page}
      title="thirdParty.remove.title"
      submit="thirdParty.disconnect"
      lead={<p>{t('thirdParty.remove.means', { name })}</p>}
      after={<BackToSettings />}
    />
  )
}
