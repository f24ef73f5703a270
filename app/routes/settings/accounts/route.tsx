import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { accountsHere, enterKept, keepPresent, leaveAllHere, leaveKept } from '~/features/sign-in/kept-accounts.server'
import { ErrorSummary } from '~/forms/error-summary'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { unbroken } from '~/i18n/texts'
import { flashOf } from '~/navigation/flash.server'
import { requireSignedIn } from '~/navigation/guards.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { FormToken } from '~/session/form-token'
import { mostKept } from '~/session/kept-sessions.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { Button } from '~/ui/button'
import { FlashMessage } from '~/ui/flash-message'
import { LinkRows } from '~/ui/link-list'
import { Notice } from '~/ui/notice'

// The accounts that are signed in at this browser. Only one is present: all other pages belong to it. The page is also
// shown after signing out of the present one.
export const handle: PageHandle = { title: 'accounts.title', ownForms: true }

const here = '/settings/accounts'

const button = z.string().optional()

const Choose = z.object({ account: z.string().max(16).default(''), leave: button, add: button, leave_all: button })

export const loader = async (args: LoaderFunctionArgs) => {
  const { present, others, over } = await accountsHere(args)
  if (!present && others.length === 0 && over.length === 0) await requireSignedIn(args)
  return reply({
    present: present && { username: present.username, address: present.address },
    others: others.map(({ key, username, address }) => ({ key, username, address })),
    over,
    isFull: others.length >= mostKept,
    notice: flashOf(args.request),
  })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Choose)
  if (!form.ok) return form.reply()
  const { account, leave, add, leave_all } = form.value
  if (leave_all !== undefined) {
    await leaveAllHere(args)
    return redirectAndRotate(args, { path: '/login', notice: 'signed_out' })
  }
  if (add !== undefined) {
    if (!(await keepPresent(args))) return redirectTo(args, { path: here, notice: 'kept_too_many' })
    return redirectAndRotate(args, { path: '/login', next: here, notice: 'account_kept' })
  }
  if (leave !== undefined) {
    await leaveKept(args, account)
    return redirectTo(args, { path: here, notice: 'account_left' })
  }
  const entered = await enterKept(args, account)
  if (entered !== 'entered') return redirectTo(args, { path: here, notice: `kept_${entered}` })
  return redirectAndRotate(args, { path: '/settings', notice: 'account_entered' })
}

/** The explanation of the accounts on the page. */
const textOf = ({ present, others }: { present?: object | undefined; others: object[] }): string => {
  if (!present) return 'accounts.text_signed_out'
  return others.length > 0 ? 'accounts.text' : 'accounts.text_one'
}

export default function AccountsHere() {
  const { t } = useTranslation()
  const { present, others, over, isFull, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Choose>()
  const isAnyHere = present || others.length > 0
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{t('accounts.title')}</h1>
      <FlashMessage notice={notice} />
      {over.map((username) => (
        <Notice key={username}>{t('accounts.over', { username })}</Notice>
      ))}
      {isAnyHere && <p>{t(textOf({ present, others }))}</p>}
      {isAnyHere && (
        <ul className="rows devices">
          {present && (
            <li>
              <div>
                <strong>{present.username}</strong>
                {present.address && `\u00A0· ${unbroken(present.address)}`}
                <br />
                {t('accounts.present')}
              </div>
              <form method="post" action="/passport/web/logout">
                <FormToken />
                <Button
                  text="accounts.leave"
                  label={t('accounts.leave_one', { username: present.username })}
                  quiet
                  small
                />
              </form>
            </li>
          )}
          {others.map(({ key, username, address }) => (
            <li key={key}>
              {address && <div>{address}</div>}
              <form method="post">
                <FormToken />
                <input type="hidden" name="account" value={key} />
                <Button text="accounts.enter" values={{ username }} quiet small />{' '}
                <Button text="accounts.leave" name="leave" label={t('accounts.leave_one', { username })} quiet small />
              </form>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p>{t('accounts.full')}</p>
      ) : present ? (
        <form method="post">
          <FormToken />
          <Button text="accounts.add" name="add" />
        </form>
      ) : (
        <LinkRows links={{ '/login': 'accounts.sign_in' }} />
      )}
      {others.length > 0 && (
        <form method="post">
          <FormToken />
          <Button text="accounts.leave_all" name="leave_all" quiet />
        </form>
      )}
      {present && (
        <>
          <LinkRows links={{ '/settings/sessions': 'accounts.everywhere' }} />
          <BackToSettings />
        </>
      )}
    </>
  )
}
