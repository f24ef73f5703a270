import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { api } from '~/api.server'
import { Button } from '~/components/button'
import { dayIn } from '~/components/day'
import { Facts } from '~/components/facts'
import { FormToken } from '~/components/form-token'
import type { PageHandle } from '~/document/page-handle'
import { pageAddress } from '~/flows/page-address'
import { leave } from '~/session/leave.server'
import { problem } from '~/session/problem'
import { visitor } from '~/session/visitor.server'

// Who is signed in, and the way out.
export const handle: PageHandle = { title: 'settings.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const { signedIn } = await visitor(args)
  if (!signedIn) throw await leave(args, pageAddress('/login', { next: '/settings' }))
  const client = await api(args)
  const answer = await client.accountInfo({})
  if (answer.ok) return json(answer.data)
  if (answer.code === 'too_many_requests') throw problem('too_many', { retryAfterSeconds: answer.data.retry_after })
  throw await leave(args, pageAddress('/login', { next: '/settings', notice: 'sign_in_again' }))
}

export default function Settings() {
  const { t, i18n } = useTranslation()
  const account = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('settings.title')}</h1>
      <Facts
        facts={{
          'settings.username': account.username,
          'settings.mobile': account.mobile ?? t('settings.none'),
          'settings.email': account.email ?? t('settings.none'),
          'settings.password': t(account.has_password ? 'settings.password_set' : 'settings.password_unset'),
          'settings.since': dayIn(i18n.language, account.created_at),
        }}
      />
      <p>
        <a href="/settings/addresses">{t('settings.show_addresses')}</a>
      </p>
      <form method="post" action="/passport/web/logout">
        <FormToken />
        <Button text="settings.sign_out" quiet />
      </form>
    </>
  )
}
