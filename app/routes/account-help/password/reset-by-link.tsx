import { z } from 'zod'
import { ownTicket } from '#contract/terms/fields'
import { newPassword } from '~/forms/field-schemas'
import { AccountName, NewPasswordField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import type { Args } from '~/runtime/load-context'
import { BackToHelp } from '~/ui/back-to-help'

/** The form of the page of a link that sets a new password. */
export const NewPassword = z.object({ password: newPassword })

export const ticketOfLink = ({ request }: Args): string | undefined =>
  ownTicket.safeParse(new URL(request.url).searchParams.get('ticket')).data

interface ResetByLinkProps {
  username: string
  /** The account, and the consequences of saving a new password. */
  lead: string
  ends: string
}

/** A new password, on the page of a link in a message. */
export const ResetByLink = ({ username, lead, ends }: ResetByLinkProps) => {
  const page = usePageForm<typeof NewPassword>()
  return (
    <FormPage
      page={page}
      title="reset.link_title"
      submit="reset.submit"
      hasNewPassword
      lead={<p>{lead}</p>}
      after={<BackToHelp />}
    >
      <AccountName name={username} />
      <NewPasswordField field={page.fields.password} label="field.new_password.label_new" />
      <p className="hint said">{ends}</p>
    </FormPage>
  )
}
