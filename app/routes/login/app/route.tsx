import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { BackToApp } from '~/features/host-app/back-to-app'
import { askedByHostApp, rememberHostApp } from '~/features/host-app/host-app.server'
import { readButton } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { replyOver } from '~/navigation/reply-over'
import { allowLeavingTo, leaveTo } from '~/navigation/returning/leave.server'
import { api } from '~/runtime/api.server'
import { LinkRows } from '~/ui/link-list'

// A sign-in for a host app, which ends at a deep link with a code. The person has to press a button first, so no app
// gets a code unnoticed, and because some browsers follow a deep link only after a press.
export const handle: PageHandle = { title: 'hostApp.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const app = await askedByHostApp(args)
  if (!app) return replyOver(args, 'hostApp.unknown.title', { scheme: null })
  await requireSignedIn(args)
  allowLeavingTo(args, app.links.closed)
  return reply({ scheme: app.asked.scheme })
}

export const action = async (args: ActionFunctionArgs) => {
  const app = await askedByHostApp(args)
  if (!app) return redirectTo(args, '/login/app')
  allowLeavingTo(args, app.links.closed)
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.issueAppCode(app.asked)
  if (!answer.ok) return form.reply(answer)
  return leaveTo(args, answer.data.url, { cookies: [rememberHostApp(app.asked.scheme)] })
}

export default function ToHostApp() {
  const { t } = useTranslation()
  const { scheme } = useLoaderData<typeof loader>()
  const page = usePageForm()
  if (scheme === null)
    return (
      <>
        <h1>{t('hostApp.unknown.title')}</h1>
        <p>{t('hostApp.unknown.text')}</p>
        <LinkRows links={{ '/settings': 'hostApp.unknown.settings' }} />
      </>
    )
  return (
    <FormPage
      page={page}
      title="hostApp.title"
      submit="hostApp.submit"
      lead={<p>{t('hostApp.text', { scheme })}</p>}
      after={<BackToApp scheme={scheme} event="closed" text="hostApp.refuse" />}
    />
  )
}
