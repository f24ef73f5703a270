import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { waitOf } from '~/features/addresses/address-calls.server'
import { connectPlatform } from '~/flows/sign-in/bind-login.server'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { platformAccount } from '~/i18n/platforms'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { connections } from '~/routes/settings/third-party/connections.server'
import { api } from '~/runtime/api.server'
import { BackLink } from '~/ui/back-link'

// Connects a third-party identity, or replaces another one of the same platform.
export const handle: PageHandle = { title: 'thirdParty.connect.title' }

// `wait` comes from the button of the second verification.
const Connect = z.object({ wait: z.literal('1').optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const { platform, name } = await connectPlatform.require(args, 'confirm')
  const present = (await connections(args)).find((each) => each.platform === platform)
  const client = await api(args)
  const { account } = await requireData(args, await client.checkLogin({}))
  return reply({ platform, name, replaces: present?.name ?? null, username: account?.username ?? '' })
}

export const action = async (args: ActionFunctionArgs) => {
  const { profileKey, platform, ...step } = await connectPlatform.require(args, 'confirm')
  const form = await readForm(args, Connect)
  if (!form.ok) return form.reply()
  const replaces = (await connections(args)).some((each) => each.platform === platform)
  const client = await api(args)
  const wishes = { change_bind: replaces ? 1 : 0, ...waitOf(form.value) }
  const answer = await client.bindAuth({ platform, profile_key: profileKey, ...wishes })
  if (answer.ok) return step.finish()
  if (answer.code === 'ticket_refused') return step.restart()
  // The provider is visited again, so the person can sign in with another account.
  return form.reply(answer, { '/settings/third-party': `/passport/web/auth/${platform}` })
}

export default function ConnectPlatform() {
  const { t, i18n } = useTranslation()
  const { platform, name, replaces, username } = useLoaderData<typeof loader>()
  const whole = (person: string) => platformAccount(i18n.language, platform, person)
  return (
    <FormPage
      page={usePageForm<typeof Connect>()}
      title="thirdParty.connect.title"
      submit="thirdParty.connect.submit"
      lead={
        <>
          <p>{t('thirdParty.connect.text', { name: whole(name), username })}</p>
          {replaces !== null && <p>{t('thirdParty.connect.replaces', { name: whole(replaces) })}</p>}
        </>
      }
      after={<BackLink path="/settings/third-party" text="thirdParty.back" />}
    />
  )
}
