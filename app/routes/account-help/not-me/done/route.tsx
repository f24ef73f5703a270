import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { leave } from '~/session/leave.server'
import { wasTold } from '~/session/told.server'

// The account is secured: what to do next.
export const handle: PageHandle = { title: 'notMe.done.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  if (!wasTold(args.request)) throw await leave(args, '/account-help/not-me')
  return json({ passwordStays: new URL(args.request.url).searchParams.get('password') === 'stays' })
}

export default function Secured() {
  const { t } = useTranslation()
  const { passwordStays } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('notMe.done.title')}</h1>
      <p>{t('notMe.done.text')}</p>
      <p>{t(passwordStays ? 'notMe.done.password_stays' : 'notMe.done.password')}</p>
      <p>
        <a className="button" href={passwordStays ? '/login' : '/account-help/password'}>
          {t(passwordStays ? 'ways.to_sign_in' : 'notMe.done.submit')}
        </a>
      </p>
      <Ways title="notMe.done.then" ways={{ '/settings': 'notMe.done.look', '/account-help': 'help.title' }} />
    </>
  )
}
