import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { cancelAccount } from '~/flows/accounts/cancel-account.server'
import { authenticatorCode } from '~/forms/field-schemas'
import { AuthenticatorCodeField } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { api } from '~/runtime/api.server'
import { BackLink } from '~/ui/back-link'

// Cancelling an account, step 2 by the authenticator app, or a recovery code.
export const handle: PageHandle = { title: 'stepUp.title.second' }

const Code = z.object({ authenticator_code: authenticatorCode })

export const loader = async (args: LoaderFunctionArgs) => {
  await requireSignedIn(args)
  await cancelAccount.require(args, 'authenticator')
  return reply(null)
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await cancelAccount.require(args, 'authenticator')
  const form = await readForm(args, Code)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.verifySecond({
    sms_code_key: step.key,
    way: 'authenticator',
    code: form.value.authenticator_code,
  })
  if (answer.ok) return step.goTo('confirm', { ticket: answer.data.verify_ticket })
  if (answer.code === 'ticket_refused') return step.restart()
  return form.reply(answer)
}

export default function CancelByAuthenticator() {
  const { t } = useTranslation()
  const page = usePageForm<typeof Code>()
  return (
    <FormPage
      page={page}
      title="stepUp.title.second"
      submit="stepUp.continue"
      lead={<p>{t('stepUp.second.asked_authenticator')}</p>}
      after={<BackLink path="/settings/cancel" text="cancel.other_way" />}
    >
      <AuthenticatorCodeField field={page.fields.authenticator_code} />
    </FormPage>
  )
}
