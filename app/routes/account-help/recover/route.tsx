import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { readForm } from '~/forms/read-form.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { NewPassword, ResetByLink, ticketOfLink } from '~/routes/account-help/password/reset-by-link'
import { signInAfterReset } from '~/routes/account-help/password/sign-in-after-reset.server'
import { api } from '~/runtime/api.server'
import { BackToHelp } from '~/ui/back-to-help'
import { Notice } from '~/ui/notice'

// The link that an operator sent to a person who cannot sign in. Mail scanners open links, so opening it changes
// nothing. The form sets the password, and the sign-in follows.
export const handle: PageHandle = { title: 'reset.link_title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const ticket = ticketOfLink(args)
  if (!ticket) return reply({ opened: null })
  const client = await api(args)
  const answer = await client.recoverAccountCheck({ ticket })
  if (!answer.ok && answer.code === 'ticket_refused') return reply({ opened: null })
  return reply({ opened: await requireData(args, answer) })
}

export const action = async (args: ActionFunctionArgs) => {
  const ticket = ticketOfLink(args)
  if (!ticket) return redirectTo(args, '/account-help/recover')
  const form = await readForm(args, NewPassword)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.recoverAccount({ ticket, password: form.value.password })
  if (answer.ok) return signInAfterReset(args)
  // The page itself says that the link has ended.
  return answer.code === 'ticket_refused' ? redirectTo(args, '/account-help/recover') : form.reply(answer)
}

export default function Recover() {
  const { t } = useTranslation()
  const { opened } = useLoaderData<typeof loader>()
  if (opened) {
    const [lead, ends] = [t('reset.by_recovery', opened), t('reset.recovery_ends', opened)]
    return <ResetByLink username={opened.username} lead={lead} ends={ends} />
  }
  return (
    <>
      <h1>{t('reset.link_title')}</h1>
      <Notice>{t('reset.recovery_over')}</Notice>
      <BackToHelp />
    </>
  )
}
