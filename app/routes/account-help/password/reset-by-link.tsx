import type { ReactNode } from 'react'
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

/** A new password, on the page of a link in a message. */
export const ResetByLink = ({ username, lead }: { username: string; lead: ReactNode }) => {
  const page = usePageForm<typeof NewPassword>()
  return (
    <FormPage
      page={page}
      title="reset.link_title"
      submit="reset.submit"
      hasNewPassword
      lead={lead}
      after={<BackToHelp />}
    >
      <AccountName name={username} />
      <NewPasswordField field={page.fields.password} label="field.new_password.label_new" />
    </FormPage>
  )
}
