import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { accountsHere } from '~/features/sign-in/kept-accounts.server'
import { ErrorSummary } from '~/forms/error-summary'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { flashOf } from '~/navigation/flash/flash.server'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { closedPages } from '~/navigation/open-pages/closed-pages.server'
import { isClosed } from '~/navigation/open-pages/pages-of-calls'
import { problem } from '~/navigation/problem'
import { returnAddressOf } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { mostKept } from '~/session/kept-sessions.server'
import { BackToSettings } from '~/ui/back-to-settings'
import { FlashMessage } from '~/ui/flash-message'
import { Notice } from '~/ui/notice'
import { changeKept, Devices, endRemembered, endSessions } from './actions.server'
import { KeptSection } from './kept-section'
import { RememberedSection } from './remembered-section'
import { SessionsSection } from './sessions-section'

// Where the account is signed in, which devices remember it, and which accounts are signed in at this browser. The last
// part is also shown after signing out of the current account. Only this page gets the cookie of those accounts.
export const handle: PageHandle = { title: 'accounts.page_title', ownForms: true }

export const loader = async (args: LoaderFunctionArgs) => {
  const { present, others, over } = await accountsHere(args)
  if (!present && others.length === 0 && over.length === 0) await requireSignedIn(args)
  const next = await returnAddressOf(args)
  // True if a person who is on the way to another page only chooses an account.
  const isWhole = present !== undefined && next === undefined
  const [sessions, remembered] = isWhole ? await Promise.all([sessionsOf(args), rememberedBy(args)]) : [null, null]
  return reply({
    sessions,
    remembered,
    present: present && { username: present.username, address: present.address },
    others: others.map(({ key, username, address }) => ({ key, username, address })),
    over,
    isFull: others.length >= mostKept,
    goesOnAt: (present && next) ?? null,
    notice: flashOf(args.request),
  })
}

/** True if the account API has the calls of a part, by the former page of the part. */
const isOpen = (page: 'sessions' | 'devices'): boolean => !isClosed(`/settings/${page}`, closedPages())

/** The sessions of the account; null if the account API returns none. */
const sessionsOf = async (args: Args) =>
  isOpen('sessions') ? requireData(args, await (await api(args)).listSessions({})) : null

/** The devices that remember the account; null if none can. */
const rememberedBy = async (args: Args) =>
  isOpen('devices') ? requireData(args, await (await api(args)).listRememberedDevices({})) : null

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Devices)
  if (!form.ok) return form.reply()
  const { session_id, others, everywhere, device_id } = form.value
  const isOfSessions = Boolean(session_id || others || everywhere)
  if ((isOfSessions && !isOpen('sessions')) || (device_id !== undefined && !isOpen('devices')))
    throw problem('not_found')
  if (device_id !== undefined) return endRemembered(args, form, device_id)
  return isOfSessions ? endSessions(args, form) : changeKept(args, form.value)
}

export default function DevicesAndAccounts() {
  const { t } = useTranslation()
  const { sessions, remembered, present, others, over, isFull, goesOnAt, notice } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Devices>()
  return (
    <>
      <ErrorSummary {...page} />
      <h1>{t('accounts.page_title')}</h1>
      <FlashMessage notice={notice} />
      {over.map((username) => (
        <Notice key={username}>{t('accounts.over', { username })}</Notice>
      ))}
      {sessions && <SessionsSection {...sessions} />}
      {remembered && <RememberedSection {...remembered} />}
      <KeptSection present={present} others={others} isFull={isFull} goesOnAt={goesOnAt} />
      {present && goesOnAt === null && <BackToSettings />}
    </>
  )
}
