import { useTranslation } from 'react-i18next'
import { AskingClient, type Client } from '~/features/authorisation/asking-client'
import { AccountList } from '~/features/sign-in/account-list'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { shownNameOf } from '~/i18n/person-name'
import { platformName } from '~/i18n/platforms'
import type { FlashName } from '~/navigation/flash-names'
import type { TextLink } from '~/navigation/open-pages/open-pages'
import { useOpenLinks } from '~/navigation/open-pages/use-open-pages'
import { withNext } from '~/navigation/return-address'
import type { ListedAccount } from '~/session/remembered-accounts.server'
import { Button } from '~/ui/button'

interface SignInFirstProps {
  info: {
    client: Client
    person: { username: string; name: string } | null
  }
  /** The page of the request. */
  path: string
  /** The same, as a return address. */
  next: string | null
  /** The browser can prove its person below that page. Otherwise it signs them in, and comes back. */
  hasPagesBelow: boolean
  notice: FlashName | null
  /** The accounts that this device remembers. */
  accounts: readonly ListedAccount[]
  platforms: readonly { platform: string; name: string | null }[]
}

/** The page for a person who has to sign in: who asks, for what, and the ways to sign in, which lead back here. */
export const SignInFirst = ({ info, path, next, hasPagesBelow, notice, accounts, platforms }: SignInFirstProps) => {
  const { t, i18n } = useTranslation()
  const page = usePageForm()
  const { name } = info.client
  const to = (below: string, signIn: string) => (hasPagesBelow ? `${path}/${below}` : withNext(signIn, next))
  const open = useOpenLinks()
  const bySms = open([{ path: hasPagesBelow ? `${path}/sms` : '/login/sms', text: 'ways.sms' }])
  // It begins a session of this browser, so it is no way to be another person than who is signed in.
  const registering = info.person ? [] : open([{ path: '/login/register', text: 'ways.register' }])
  const below = (each: TextLink) => (each.path.startsWith(path) ? each.path : withNext(each.path, next))
  const ways = {
    ...Object.fromEntries(bySms.map((each) => [below(each), t(each.text)])),
    ...Object.fromEntries(
      platforms.map((each) => [
        to(`platform/${each.platform}`, `/passport/web/auth/${each.platform}`),
        each.name ?? platformName(i18n.language, each.platform),
      ]),
    ),
    ...Object.fromEntries(
      open([{ path: to('qr', '/login/qr'), text: 'ways.qr' }]).map((each) => [each.path, t(each.text)]),
    ),
    ...Object.fromEntries(registering.map((each) => [withNext(each.path, next), t(each.text)])),
  }
  return (
    <FormPage
      page={page}
      title="authorise.signed_out"
      values={{ name }}
      notice={notice}
      lead={
        <>
          <AskingClient client={info.client} />
          {info.person && <p>{t('authorise.other_account', { name, username: shownNameOf(info.person) })}</p>}
          {accounts.length > 0 && <AccountList accounts={accounts} action={withNext('/login/quick', next)} />}
          <p>
            <a className={accounts.length > 0 ? 'button quiet' : 'button'} href={to('password', '/login')}>
              {t('authorise.sign_in')}
            </a>
          </p>
          <ul className="rows">
            {Object.entries(ways).map(([way, text]) => (
              <li key={way}>
                <a href={way}>{text}</a>
              </li>
            ))}
          </ul>
        </>
      }
    >
      <Button name="deny" text="authorise.deny" quiet />
    </FormPage>
  )
}
