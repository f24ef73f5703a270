import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { isFlashed } from '~/navigation/flash/flash.server'
import { redirectTo } from '~/navigation/redirect.server'
import { LinkList } from '~/ui/link-list'

// The account is secured: says what to do next.
export const handle: PageHandle = { title: 'notMe.done.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  if (!isFlashed(args.request)) throw await redirectTo(args, '/account-help/not-me')
  const { searchParams } = new URL(args.request.url)
  return reply({
    passwordStays: searchParams.get('password') === 'stays',
    ownUndone: searchParams.get('own') === 'undone',
    isElsewhere: searchParams.get('address') === 'elsewhere',
  })
}

export default function Secured() {
  const { t } = useTranslation()
  const { passwordStays, isElsewhere, ownUndone } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('notMe.done.title')}</h1>
      <p>{t(isElsewhere ? 'notMe.done.text_otherwise' : 'notMe.done.text')}</p>
      {isElsewhere && <p>{t('notMe.done.elsewhere')}</p>}
      {ownUndone && <p>{t('notMe.done.own_undone')}</p>}
      <p>{t(passwordStays ? 'notMe.done.password_stays' : 'notMe.done.password')}</p>
      <p>{t('notMe.done.guard')}</p>
      <p>
        <a className="button" href={passwordStays ? '/login' : '/account-help/password'}>
          {t(passwordStays ? 'ways.to_sign_in' : 'notMe.done.submit')}
        </a>
      </p>
      <LinkList title="notMe.done.then" links={{ '/settings': 'notMe.done.look', '/account-help': 'help.title' }} />
    </>
  )
}
