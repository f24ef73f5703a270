import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { cancelAccount } from '~/flows/accounts/cancel-account.server'
import { password } from '~/forms/field-schemas'
import { PasswordField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import { BackLink } from '~/ui/back-link'

// Cancelling an account, step 2 with the password.
export const handle: PageHandle = { title: 'stepUp.title.second' }

const Password = z.object({ password })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  await cancelAccount.require(args, 'password')
  return reply(null)
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await cancelAccount.require(args, 'password')
  const form = await readForm(args, Password)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.verifySecond({ sms_code_key: step.key, way: 'password', code: form.value.password })
  if (answer.ok) return step.goTo('confirm', { ticket: answer.data.verify_ticket })
  if (answer.code === 'ticket_refused') return step.restart()
  // The page has only this field.
  return form.reply(answer.code === 'wrong_credentials' ? { ...answer, data: { field: 'password' } } : answer)
}

export default function CancelByPassword() {
  const { t } = useTranslation()
  const page = usePageForm<typeof Password>()
  return (
    <FormPage
      page={page}
      title="stepUp.title.second"
      submit="stepUp.continue"
      lead={<p>{t('stepUp.second.asked_password')}</p>}
      after={<BackLink path="/settings/cancel" text="cancel.other_way" />}
    >
      <PasswordField field={page.fields.password} />
    </FormPage>
  )
}
