import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ticket } from '#contract/fields'
import { api } from '~/api.server'
import type { PageHandle } from '~/document/page-handle'
import { newPassword } from '~/forms/field-schemas'
import { NewPasswordField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply } from '~/framework'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import type { Args } from '~/session/visitor.server'
import { endSessionHere } from '~/sign-in/end-session-here.server'

// The link in the email of a reset. Mail scanners open links, so opening it does nothing. The form resets.
export const handle: PageHandle = { title: 'reset.link_title' }

const Reset = z.object({ password: newPassword })

const ticketOf = ({ request }: Args): string | undefined =>
  ticket.safeParse(new URL(request.url).searchParams.get('ticket')).data

/** Leads to the page on which another link can be asked for. */
const askAgain = (args: Args): Promise<Response> =>
  redirectTo(args, { path: '/account-help/password/email', notice: 'reset_link_over' })

export const loader = async (args: LoaderFunctionArgs) => (ticketOf(args) ? reply(null) : askAgain(args))

export const action = async (args: ActionFunctionArgs) => {
  const ticket = ticketOf(args)
  if (!ticket) return askAgain(args)
  const form = await readForm(args, Reset)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.resetPasswordByTicket({ ticket, password: form.value.password })
  if (!answer.ok) return answer.code === 'ticket_refused' ? askAgain(args) : form.reply(answer)
  await endSessionHere(args)
  return redirectAndRotate(args, { path: '/login', notice: 'password_reset' })
}

export default function ResetByLink() {
  const { t } = useTranslation()
  const page = usePageForm<typeof Reset>()
  return (
    <FormPage page={page} title="reset.link_title" submit="reset.submit" lead={<p>{t('reset.by_link')}</p>}>
      <NewPasswordField field={page.fields.password} label="field.new_password.label_new" />
    </FormPage>
  )
}
