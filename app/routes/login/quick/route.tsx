import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { AccountList } from '~/features/sign-in/account-list'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { endSessionHere } from '~/features/sign-in/end-session-here.server'
import { forgetHere, rememberHere, signInRemembered } from '~/features/sign-in/remembered-account.server'
import { quickSignIn } from '~/flows/sign-in/quick-sign-in.server'
import { ErrorSummary } from '~/forms/error-summary'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData, requireSignedOut } from '~/navigation/guards/guards.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { withNext } from '~/navigation/returning/return-address'
import { nextToCarry, returnAddressOf } from '~/navigation/returning/return-address.server'
import { useLinkWithNext } from '~/navigation/returning/use-link-with-next'
import { api } from '~/runtime/api.server'
import { FormToken } from '~/session/form-token'
import { listAccounts } from '~/session/remembered-accounts.server'
import { type Args, visitor } from '~/session/visitor.server'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { LinkList } from '~/ui/link-list'

// The accounts that this device remembers. The sign-in page lists them, too, and its list posts here.
export const handle: PageHandle = { title: 'quick.title', ownForms: true }

const button = z.string().optional()

const Quick = z.object({
  account: z.string().max(16).default(''),
  forget: button,
  forget_all: button,
  remember: button,
})

export const loader = async (args: LoaderFunctionArgs) => {
  const { notice } = await requireSignedOut(args)
  const accounts = await listAccounts(args)
  if (accounts.length === 0) throw await redirectTo(args, withNext('/login', await nextToCarry(args)))
  return reply({ notice, accounts })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Quick)
  if (!form.ok) return form.reply()
  const { account, forget, forget_all, remember } = form.value
  if (remember !== undefined) return rememberFromSettings(args)
  const next = await nextToCarry(args)
  if (forget !== undefined || forget_all !== undefined) {
    const forgotten = forget_all === undefined ? [account] : (await listAccounts(args)).map(({ key }) => key)
    for (const each of forgotten) await forgetHere(args, each)
    // The settings have a form that leaves the device.
    if (forget_all !== undefined && (await visitor(args)).signedIn) {
      await endSessionHere(args)
      return redirectAndRotate(args, { path: '/login', notice: 'signed_out' })
    }
    return redirectTo(args, { path: '/login', next, notice: 'account_forgotten' })
  }
  const signedIn = await signInRemembered(args, account)
  if (!signedIn) return redirectTo(args, { path: '/login', next, notice: 'remembered_over' })
  const { answer, name } = signedIn
  if (answer.ok) return redirectAndRotate(args, (await returnAddressOf(args)) ?? '/settings')
  if (answer.code === 'account_cancelled') return askToRestore(args, answer.data)
  if (answer.code !== 'code_needed' && answer.code !== 'resend_too_soon') return form.reply(answer)
  const { sms_code_key, retry_after } = answer.data
  const to = answer.code === 'code_needed' ? answer.data.masked : name
  const by = to.includes('@') ? 'email' : 'mobile'
  const code = {
    to,
    ...(sms_code_key !== undefined && { key: sms_code_key }),
    resendAtMs: Date.now() + retry_after * 1000,
    notice: answer.code === 'resend_too_soon' ? answer.code : null,
  }
  return quickSignIn.begin(args, 'code', { account, by, code })
}

/** The settings have a form that remembers the account of the session. Only pages below /login get the list. */
const rememberFromSettings = async (args: Args) => {
  const path = '/settings/accounts'
  const { account } = await requireData(args, await (await api(args)).checkLogin({}))
  if (!account) return redirectTo(args, withNext('/login', path))
  await rememberHere(args, account.user_id)
  return redirectTo(args, { path, notice: 'account_remembered' })
}

export default function QuickSignIn() {
  const { t } = useTranslation()
  const { notice, accounts } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Quick>()
  const withNextHere = useLinkWithNext()
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{t('quick.title')}</h1>
      <FlashMessage notice={notice} />
      <p>{t('quick.text')}</p>
      <AccountList accounts={accounts} action={withNextHere('/login/quick')} forgets />
      {accounts.length > 1 && (
        <form method="post" action={withNextHere('/login/quick')}>
          <FormToken />
          <Button text="quick.forget_all" name="forget_all" quiet />
        </form>
      )}
      <LinkList title="ways.sign_in" links={{ '/login': 'ways.password', '/login/sms': 'ways.sms' }} />
    </>
  )
}
