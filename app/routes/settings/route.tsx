import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { api } from '~/api.server'
import { ActivityEntries } from '~/components/activity-entries'
import { Button } from '~/components/button'
import { dayIn } from '~/components/day'
import { Facts } from '~/components/facts'
import { FormToken } from '~/components/form-token'
import { PageNotice } from '~/components/page-notice'
import { Picture } from '~/components/picture'
import { Ways } from '~/components/ways'
import type { PageHandle } from '~/document/page-handle'
import { loaded, requireSignedIn } from '~/flows/signed-in.server'
import { noticeOf } from '~/session/told.server'
import { type Advice, adviceFor } from './advice'

// Who is signed in, what is bound, what is weak, what happened lately; the ways to every other page of the settings, and out.
export const handle: PageHandle = { title: 'settings.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const account = await loaded(args, await client.accountInfo({ need_overview: 1 }))
  const { ways = [], activity = [] } = account.overview ?? {}
  return json({ account, advice: adviceFor(account, ways), activity, notice: noticeOf(args.request) })
}

export default function Settings() {
  const { t } = useTranslation()
  const { account, advice, activity, notice } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{t('settings.title')}</h1>
      <PageNotice notice={notice} />
      <p>
        <Picture kind="avatar" picture={account.avatar} width={64} />
      </p>
      <AccountFacts account={account} />
      <AdviceList advice={advice} />
      <h2>{t('settings.lately')}</h2>
      <ActivityEntries entries={activity} />
      <p>
        <a href="/settings/activity">{t('settings.all_activity')}</a>
      </p>
      <p>
        <a href="/account-help/not-me">{t('settings.not_me')}</a>
      </p>
      <Ways title="settings.you" ways={youPages} />
      <Ways title="settings.security" ways={securityPages} />
      <Ways title="settings.data" ways={dataPages} />
      <form method="post" action="/passport/web/logout">
        <FormToken />
        <Button text="settings.sign_out" quiet />
      </form>
    </>
  )
}

const youPages = {
  '/settings/profile': 'settings.links.profile',
  '/settings/avatar': 'settings.links.avatar',
  '/settings/background': 'settings.links.background',
  '/settings/addresses': 'settings.links.addresses',
}
const securityPages = {
  '/settings/third-party': 'settings.links.third_party',
  '/settings/sessions': 'settings.links.sessions',
}
const dataPages = {
  '/settings/export': 'settings.links.export',
  '/settings/cancel': 'settings.links.cancel',
}

type Account = ReturnType<typeof useLoaderData<typeof loader>>['account']

const AccountFacts = ({ account }: { account: Account }) => {
  const { t, i18n } = useTranslation()
  const { username, held_username, mobile, mobile_removal_at, email, email_verified, has_password, created_at } =
    account
  const none = t('settings.none')
  return (
    <Facts
      facts={{
        'settings.username': { value: username, path: '/settings/profile', link: 'settings.change' },
        ...(held_username && { 'settings.held_username': held_username }),
        'settings.mobile': {
          value: mobile ?? none,
          path: '/settings/mobile',
          link: mobile ? 'settings.change' : 'settings.add',
        },
        ...(mobile_removal_at && { 'settings.mobile_removal': dayIn(i18n.language, mobile_removal_at) }),
        'settings.email': {
          value: email && !email_verified ? t('settings.unconfirmed', { email }) : (email ?? none),
          path: '/settings/email',
          link: email ? (email_verified ? 'settings.change' : 'settings.confirm') : 'settings.add',
        },
        'settings.password': {
          value: t(has_password ? 'settings.password_set' : 'settings.password_unset'),
          path: '/settings/password',
          link: has_password ? 'settings.change' : 'settings.set',
        },
        'settings.since': dayIn(i18n.language, created_at),
      }}
    />
  )
}

const AdviceList = ({ advice }: { advice: Advice[] }) => {
  const { t } = useTranslation()
  if (advice.length === 0) return null
  return (
    <div className="notice">
      <h2>{t('settings.advice.title')}</h2>
      {advice.map(({ why, path, link }) => (
        <p key={why}>
          {t(why)} <a href={path}>{t(link)}</a>
        </p>
      ))}
    </div>
  )
}
