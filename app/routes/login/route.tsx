import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { leadsToSmall } from '~/document/small.server'
import { PlatformLinks } from '~/features/platforms/platform-links'
import { offeredPlatforms } from '~/features/platforms/platforms.server'
import { serviceIn } from '~/features/services/asked-service.server'
import { toService } from '~/features/services/to-service.server'
import { AccountList } from '~/features/sign-in/account-list'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { RememberTick } from '~/features/sign-in/remember-tick'
import { rememberHere } from '~/features/sign-in/remembered-account.server'
import { filledIn, forgottenPath, isKept } from '~/features/sign-in/typed-account'
import { loadTyped } from '~/features/sign-in/typed-account.server'
import { account, password, tick } from '~/forms/field-schemas'
import { AccountField, PasswordField } from '~/forms/fields/fields'
import { ForgottenLink } from '~/forms/forgotten-link'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { visitorRegion } from '~/forms/values/visitor-region.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { languageOf } from '~/i18n/i18n.server'
import { fullLanguageOf } from '~/i18n/texts'
import { requireSignedOut } from '~/navigation/guards/guards.server'
import { announcementIn } from '~/navigation/open-pages/open-kinds.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { carriedTo, carrying } from '~/navigation/returning/carrying'
import { returnAddressOf } from '~/navigation/returning/return-address.server'
import { useLinkWithNext } from '~/navigation/returning/use-link-with-next'
import { api } from '~/runtime/api.server'
import { leadsToKept } from '~/session/kept-sessions.server'
import { listAccounts } from '~/session/remembered-accounts.server'
import { keepTypedAccount } from '~/session/typed-account.server'
import { Announcement } from '~/ui/announcement'
import { LinkList, LinkRows } from '~/ui/link-list'

// Sign-in with a password. On a device that remembers accounts, the page lists them, and if accounts stay signed in it
// links to them. The server does not cache such a page.
export const handle: PageHandle = { title: 'login.title', remembered: true, antiCrawler: true }

const SignIn = z.object({ account, password, remember: tick })

export const loader = async (args: LoaderFunctionArgs) => {
  if (serviceIn(args.request) !== '') throw await toService(args)
  const { url, headers } = args.request
  const { pathname, search } = new URL(url)
  const told = { cookie: headers.get('cookie') ?? '', userAgent: headers.get('user-agent') ?? '' }
  if (leadsToSmall(pathname, told)) return redirectTo(args, `/passport/wap/login${search}`)
  const { notice } = await requireSignedOut(args)
  const leadsOn = leadsToKept('/login', told.cookie)
  const kept = await loadTyped(args)
  const announcement = await announcementIn(fullLanguageOf(await languageOf(args)))
  const accounts = await listAccounts(args)
  return reply({ notice, kept, leadsOn, announcement, accounts, platforms: offeredPlatforms() })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, SignIn)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const { remember, ...typed } = form.value
  const answer = await client.accountLoginV2({
    ...typed,
    region: visitorRegion(args),
    need_frozen_user: 1,
  })
  if (answer.ok) {
    if (remember) await rememberHere(args, answer.data.user_id)
    return redirectAndRotate(args, (await returnAddressOf(args)) ?? '/settings')
  }
  if (answer.code === 'account_cancelled') return askToRestore(args, answer.data)
  keepTypedAccount(args, typed.account)
  return form.reply(answer)
}

export default function PasswordSignIn() {
  const { notice, kept, leadsOn, announcement, accounts, platforms } = useLoaderData<typeof loader>()
  const withNext = useLinkWithNext()
  const page = usePageForm<typeof SignIn>(filledIn('account', kept))
  const isTyped = isKept(page.fields.account, kept)
  return (
    <FormPage
      page={page}
      title="login.title"
      submit="login.submit"
      isSecond={accounts.length > 0}
      notice={notice}
      more={<RememberTick field={page.fields.remember} />}
      lead={
        <>
          <Announcement text={announcement} />
          {leadsOn && <LinkRows links={{ '/settings/accounts': 'accounts.still' }} />}
          {accounts.length > 0 && (
            <>
              <AccountList accounts={accounts} action={withNext('/login/quick')} />
              <LinkRows links={{ '/login/quick': 'quick.manage' }} />
            </>
          )}
        </>
      }
      help={
        <ForgottenLink path={carriedTo(forgottenPath(isTyped, page.fields.account), isTyped)} text="login.forgotten" />
      }
      after={
        <>
          <LinkList
            title="ways.sign_in"
            links={carrying(
              {
                '/login/sms': 'ways.sms',
                '/login/email': 'ways.email_code',
                '/login/qr': 'ways.qr',
                '/login/passkey': 'ways.passkey',
              },
              isTyped,
            )}
          />
          <PlatformLinks title="ways.platforms" platforms={platforms} />
          <LinkList
            title="ways.no_account"
            links={carrying(
              { '/login/register': 'ways.register', '/login/register/email': 'ways.register_with_email' },
              isTyped,
            )}
          />
          <LinkList
            title="ways.trouble"
            links={carrying({ '/account-help': 'ways.help', '/passport/wap/login': 'ways.small' }, isTyped)}
          />
        </>
      }
    >
      <AccountField field={page.fields.account} />
      <PasswordField field={page.fields.password} />
    </FormPage>
  )
}
