import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { readForm } from '~/forms/read-form.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards/guards.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { NewPassword, ResetByLink, ticketOfLink } from '~/routes/account-help/password/reset-by-link'
import { signInAfterReset } from '~/routes/account-help/password/sign-in-after-reset.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/session/visitor.server'

// The link in the email of a reset. Mail scanners open links, so opening it changes nothing. The form resets.
export const handle: PageHandle = { title: 'reset.link_title' }

/** Redirects to the page on which another link can be requested. */
const askAgain = (args: Args): Promise<Response> =>
  redirectTo(args, { path: '/account-help/password/email', notice: 'reset_link_over' })

export const loader = async (args: LoaderFunctionArgs) => {
  const ticket = ticketOfLink(args)
  if (!ticket) throw await askAgain(args)
  const client = await api(args)
  const answer = await client.resetTicketCheck({ ticket })
  if (!answer.ok && answer.code === 'ticket_refused') throw await askAgain(args)
  return reply(await requireData(args, answer))
}

export const action = async (args: ActionFunctionArgs) => {
  const ticket = ticketOfLink(args)
  if (!ticket) return askAgain(args)
  const form = await readForm(args, NewPassword)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.resetPasswordByTicket({ ticket, password: form.value.password })
  if (answer.ok)
    return answer.data.user_id === undefined
      ? signInAfterReset(args)
      : redirectAndRotate(args, { path: '/settings', notice: 'password_reset' })
  if (answer.code === 'account_cancelled') return askToRestore(args, answer.data)
  return answer.code === 'ticket_refused'
    ? askAgain(args)
    : form.reply(answer, { 'error.guarded': 'error.guarded_reset' })
}

export default function ResetLink() {
  const { t } = useTranslation()
  const { username, email } = useLoaderData<typeof loader>()
  return <ResetByLink username={username} lead={t('reset.by_link', { email })} ends={t('reset.ends')} />
}
