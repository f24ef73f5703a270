import { useTranslation } from 'react-i18next'
import { AskingClient, type Client } from '~/features/authorisation/asking-client'
import { AccountList } from '~/features/sign-in/account-list'
import { AccountField, PasswordField } from '~/forms/fields/fields'
import { StayTick } from '~/forms/fields/stay-tick'
import { ForgottenLink } from '~/forms/forgotten-link'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { shownNameOf } from '~/i18n/person-name'
import { platformName } from '~/i18n/platforms'
import type { FlashName } from '~/navigation/flash/flash-names'
import type { TextLink } from '~/navigation/open-pages/open-pages'
import { useOpenLinks } from '~/navigation/open-pages/use-open-pages'
import { withNext } from '~/navigation/returning/return-address'
import { FormToken } from '~/session/form-token'
import type { ListedAccount } from '~/session/remembered-accounts.server'
import { Button } from '~/ui/button'

interface SignInFirstProps {
  info: {
    client: Client
    person: { username: string; name: string } | null
    login_hint: string | null
  }
  /** The page of the request. */
  path: string
  /** The page of the request, as a return address. */
  next: string | null
  /** True if the person can be proven on a page below this path. Otherwise the browser signs in, and returns. */
  hasPagesBelow: boolean
  notice: FlashName | null
  /** The sign-in lasts for all applications, until the browser is closed. */
  isForAll: boolean
  /** The accounts that this device remembers. */
  accounts: readonly ListedAccount[]
  platforms: readonly { platform: string; name: string | null }[]
}

/**
 * The page for a person who has to sign in: the application, the form for a password, and the other ways, which lead
 * back here.
 */
export const SignInFirst = (props: SignInFirstProps) => {
  const { info, path, next, hasPagesBelow, notice, accounts, platforms } = props
  const { t, i18n } = useTranslation()
  const page = usePageForm()
  const { name } = info.client
  const to = (below: string, signIn: string) => (hasPagesBelow ? `${path}/${below}` : withNext(signIn, next))
  const open = useOpenLinks()
  const bySms = open([{ path: hasPagesBelow ? `${path}/sms` : '/login/sms', text: 'ways.sms' }])
  // A host app begins a session of this browser, so it can prove only the signed-in person.
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
          {hasPagesBelow ? (
            <PasswordForm {...props} />
          ) : (
            <p>
              <a className={accounts.length > 0 ? 'button quiet' : 'button'} href={withNext('/login', next)}>
                {t('authorise.sign_in')}
              </a>
            </p>
          )}
          {Object.keys(ways).length > 0 && (
            <nav className="ways" aria-label={t('ways.sign_in')}>
              <h2>{t('ways.sign_in')}</h2>
              <ul className="rows">
                {Object.entries(ways).map(([way, text]) => (
                  <li key={way}>
                    <a href={way}>{text}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </>
      }
    >
      <Button name="deny" text="authorise.deny" quiet />
    </FormPage>
  )
}

/** Posts to the page of the password, which also shows its errors. */
const PasswordForm = ({ info, path, next, accounts, isForAll }: SignInFirstProps) => {
  const field = (name: string, value = '') => ({ name, value, values: [], error: undefined })
  return (
    <form method="post" action={`${path}/password`} noValidate>
      <FormToken />
      <AccountField field={field('account', info.login_hint ?? '')} />
      <PasswordField field={field('password')} />
      <Button text="authorise.sign_in" quiet={accounts.length > 0} />
      <StayTick field={field('stay_signed_in')} isForAll={isForAll} />
      <ForgottenLink path={withNext('/account-help/password', next)} text="login.forgotten" />
    </form>
  )
}
