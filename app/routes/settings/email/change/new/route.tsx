import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { emailPurpose } from '#contract/purposes'
import { api } from '~/api.server'
import { isOnItsWay, sentFirst } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { rebindEmail } from '~/flows/rebind-email.server'
import { email } from '~/forms/field-schemas'
import { EmailField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { BackToSettings } from '~/ui/back-to-settings'

// A change of email, step 2 of 3: the new address.
export const handle: PageHandle = { title: 'email.change.new_title' }

const New = z.object({ email })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await rebindEmail.require(args, 'new')
  return reply({ old: step.old })
}

export const action = async (args: ActionFunctionArgs) => {
  const { old, ticket, ...step } = await rebindEmail.require(args, 'new')
  const form = await readForm(args, New)
  if (!form.ok) return form.reply()
  const { email } = form.value
  const client = await api(args)
  const answer = await client.sendEmailCode({ email, type: emailPurpose.changeToNew, verify_ticket: ticket })
  if (isOnItsWay(answer)) return step.goTo('confirm', { old, ticket, email: sentFirst(email, answer) })
  return answer.code === 'ticket_refused' ? step.restart() : form.reply(answer)
}

export default function NewEmail() {
  const { t } = useTranslation()
  const { old } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof New>()
  return (
    <FormPage
      page={page}
      title="email.change.new_title"
      submit="code.send"
      lead={<p>{t('email.change.until', { old })}</p>}
      after={<BackToSettings />}
    >
      <EmailField field={page.fields.email} label="email.change.new_label" />
    </FormPage>
  )
}
