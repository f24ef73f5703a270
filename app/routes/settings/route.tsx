import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useDocument } from '~/document/document-context'
import type { PageHandle } from '~/document/page-handle'
import { isSmall } from '~/document/small.server'
import { ActivityEntries } from '~/features/activity/activity-entries'
import type { AddressKind } from '~/features/addresses/address-kind'
import { Picture } from '~/features/pictures/picture'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { dayIn, momentIn } from '~/i18n/dates'
import { savedLanguage } from '~/i18n/i18n.server'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { openKinds } from '~/navigation/open-pages/open-kinds.server'
import { useIsOpen, useOpenKinds } from '~/navigation/open-pages/use-open-pages'
import { redirectTo } from '~/navigation/redirect.server'
import { withLanguage, withoutLanguage } from '~/navigation/returning/return-address'
import { api } from '~/runtime/api.server'
import { FormToken } from '~/session/form-token'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList, LinkRows } from '~/ui/link-list'
import { OpenLink } from '~/ui/open-link'
import { SummaryList } from '~/ui/summary-list'
import { adviceFor, ownWays } from './advice'
import { AdviceList } from './advice-list'
import { PendingChanges } from './pending-changes'
import { welcomeTo } from './welcome'

// The account at a glance: facts, advice, recent activity, and links to every other page of the settings. As a small page
// it has the facts, and links to what a small screen can do.
export const handle: PageHandle = { title: 'settings.title', wide: true }

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  const client = await api(args)
  const small = isSmall(args.request)
  const account = await requireData(args, await client.accountInfo(small ? {} : { need_overview: 1 }))
  const saved = await savedLanguage(args.request, account.language)
  // From this page on, a cookie names the language.
  if (saved !== undefined) throw await redirectTo(args, withLanguage(withoutLanguage(new URL(args.request.url)), saved))
  const { ways = [], activity = [], has_siblings: hasSiblings = false, counts } = account.overview ?? {}
  const kinds = await openKinds()
  const advice = adviceFor(account, ways, kinds)
  const notice = welcomeTo(account, kinds, flashOf(args.request))
  return reply({ small, account, advice, activity, hasSiblings, ways, counts, notice })
}

export default function Settings() {
  const { t } = useTranslation()
  const { small, account, advice, activity, hasSiblings, notice, ...known } = useLoaderData<typeof loader>()
  if (small)
    return (
      <>
        <h1>{t('settings.title')}</h1>
        <FlashMessage notice={notice} />
        <FactorAsked account={account} />
        <PendingChanges {...account} />
        <AccountFacts account={account} />
        <LinkRows links={smallPages} />
        <SignOut />
      </>
    )
  return (
    <>
      <p className="banner">
        <Picture kind="background" picture={account.background} width={320} />
      </p>
      <Picture kind="avatar" picture={account.avatar} width={80} />
      <div className="title-row">
        <h1>{t('settings.title')}</h1>
        <SignOut isSmall />
      </div>
      <FlashMessage notice={notice} />
      <FactorAsked account={account} />
      <PendingChanges {...account} />
      <div className="columns">
        <div>
          <AccountFacts account={account} />
          <AdviceList advice={advice} />
          <h2>{t('settings.lately')}</h2>
          {activity.length === 0 && <p>{t('settings.no_activity')}</p>}
          <ActivityEntries entries={activity} timeZone={account.time_zone} />
          <LinkRows links={activityPages} />
        </div>
        <div>
          <LinkList title="settings.you" links={hasSiblings ? { ...youPages, ...siblingPages } : youPages} />
          <LinkList title="settings.security" links={securityPages} states={securityStates(t, account, known)} />
          <LinkList title="settings.work" links={organisationPages} />
          <LinkList title="settings.data" links={dataPages} />
        </div>
      </div>
    </>
  )
}

/** Signs out. `isSmall`: next to the title of the page. */
const SignOut = ({ isSmall = false }: { isSmall?: boolean }) => (
  <form method="post" action="/passport/web/logout">
    <FormToken />
    <Button text="settings.sign_out" quiet small={isSmall} />
  </form>
)

const activityPages = {
  '/settings/activity': 'settings.all_activity',
  '/account-help/not-me': 'settings.not_me',
}
const youPages = {
  '/settings/profile': 'settings.links.profile',
  '/settings/avatar': 'settings.links.avatar',
  '/settings/background': 'settings.links.background',
  '/settings/addresses': 'settings.links.addresses',
}
const siblingPages = { '/settings/applications': 'share.applications.title' }
const securityPages = {
  '/settings/third-party': 'settings.links.third_party',
  '/settings/authenticator': 'authenticator.title',
  '/settings/passkeys': 'passkeys.title',
  '/settings/accounts': 'accounts.page_title',
  '/settings/authorisations': 'authorisations.title',
  '/login/qr/confirm': 'settings.links.qr',
  '/settings/move': 'settings.links.move',
}
const organisationPages = { '/settings/organisations': 'settings.links.organisations' }
const dataPages = {
  '/settings/export': 'settings.links.export',
  '/settings/cancel': 'settings.links.cancel',
}
const smallPages = {
  '/settings/activity': 'settings.all_activity',
  '/settings/accounts': 'accounts.page_title',
  '/settings/organisations': 'settings.links.organisations',
  '/account-help/not-me': 'settings.not_me',
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>
type Account = Loaded['account']

/** The states of an account's security pages, as shown first. */
const securityStates = (t: TFunction, account: Account, { ways, counts }: Pick<Loaded, 'ways' | 'counts'>) => {
  const connected = ways.filter((way) => !ownWays.includes(way)).length
  return {
    '/settings/third-party': connected > 0 ? String(connected) : t('settings.state.none'),
    '/settings/authenticator': t(account.has_authenticator ? 'settings.state.set_up' : 'settings.state.not_set_up'),
    ...(counts && {
      '/settings/passkeys': counts.passkeys > 0 ? String(counts.passkeys) : t('settings.state.none'),
      '/settings/accounts': t('settings.state.devices', { count: counts.devices }),
      '/settings/authorisations': counts.applications > 0 ? String(counts.applications) : t('settings.state.none'),
    }),
  }
}

/** By when the person needs a second factor, as long as they can continue without one. */
const FactorAsked = ({ account: { second_factor: asked, time_zone: timeZone } }: { account: Account }) => {
  const { t, i18n } = useTranslation()
  if (!asked) return null
  return (
    <div className="notice">
      <p>
        {t('second_factor.by', { time: momentIn(i18n.language, timeZone, asked.due_at) })}
        <br />
        <OpenLink path="/login/second-factor">{t('second_factor.set_up')}</OpenLink>
      </p>
    </div>
  )
}

const AccountFacts = ({ account }: { account: Account }) => {
  const { t, i18n } = useTranslation()
  const { isSmall: small } = useDocument()
  const { name, username, held_username, mobile, email, email_verified, has_password, recovery_email } = account
  const { created_at, time_zone: timeZone } = account
  const kinds = useOpenKinds()
  const none = t('settings.none')
  /** If its kind gets no codes, an address can only be viewed and removed, and none can be added. */
  const addressFact = (kind: AddressKind, value: string, link: string) => {
    if (kinds.includes(kind)) return { [`settings.${kind}`]: { value, path: `/settings/${kind}`, link } }
    if (link === 'settings.add') return {}
    return {
      [`settings.${kind}`]:
        link === 'settings.confirm' ? value : { value, path: `/settings/${kind}`, link: 'settings.view' },
    }
  }
  const isOpen = useIsOpen()
  const recoveryFact = () => {
    const [path, value] = ['/settings/recovery-email', recovery_email ?? none]
    const link = recovery_email === null ? 'settings.add' : 'settings.change'
    const isOffered = isOpen(path) && (kinds.includes('email') || recovery_email !== null)
    return isOffered ? { 'recoveryEmail.title': { value, path, link } } : {}
  }
  /** A fact with a link to its page, if that is open. */
  const linked = (value: string, path: string, link: string) => (isOpen(path) ? { value, path, link } : value)
  return (
    <SummaryList
      facts={{
        // A small page has no room for it.
        ...(!small && {
          'settings.name': linked(
            name ?? t('settings.no_name'),
            '/settings/profile',
            name === null ? 'settings.add_name' : 'settings.change',
          ),
        }),
        'settings.username': linked(username, '/settings/profile', 'settings.change'),
        ...(held_username && { 'settings.held_username': held_username }),
        ...addressFact('mobile', mobile ?? none, mobile ? 'settings.replace' : 'settings.add'),
        ...addressFact(
          'email',
          email && !email_verified ? t('settings.unconfirmed', { email }) : (email ?? none),
          email ? (email_verified ? 'settings.replace' : 'settings.confirm') : 'settings.add',
        ),
        ...recoveryFact(),
        'settings.password': linked(
          t(has_password ? 'settings.password_set' : 'settings.password_unset'),
          '/settings/password',
          has_password ? 'settings.change' : 'settings.set',
        ),
        ...(isOpen('/settings/authenticator') && {
          'settings.two_steps': {
            value: t(account.asks_authenticator ? 'settings.two_steps_on' : 'settings.two_steps_off'),
            path: '/settings/authenticator',
            link: account.asks_authenticator ? 'settings.view' : 'settings.turn_on',
          },
        }),
        'settings.since': dayIn(i18n.language, timeZone, created_at),
      }}
    />
  )
}
