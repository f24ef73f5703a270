import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { emailKey, waitOf } from '~/features/addresses/address-calls.server'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodePage } from '~/features/codes/code-page'
import { replyWithCode } from '~/features/codes/sent-code.server'
import { recoveryEmail } from '~/flows/accounts/recovery-email.server'
import { code } from '~/forms/field-schemas'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { againAt } from '~/navigation/returning/return-address'
import { api } from '~/runtime/api.server'
import { BackToSettings } from '~/ui/back-to-settings'

// Adding a recovery address, step 2: the code.
export const handle: PageHandle = { title: 'code.title_email' }

// `wait` comes from the button of the second verification.
const Confirm = z.object({ code, wait: z.literal('1').optional() })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await recoveryEmail.require(args, 'code')
  return replyWithCode(step.code)
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await recoveryEmail.require(args, 'code')
  const client = await api(args)
  const email = step.code.to
  const resend = { code: () => client.sendRecoveryEmailCode({ email }) }
  const form = await readCodeForm(args, Confirm, { step, resend })
  if (!form.ok) return form.reply()
  const answer = await client.setRecoveryEmail({
    email,
    ...emailKey(step.code),
    code: form.value.code,
    ...waitOf(form.value),
  })
  if (answer.ok && answer.data.takes_effect_at !== null)
    return step.abandon({ path: '/settings/recovery-email', notice: 'recovery_email_change_asked' })
  return answer.ok ? step.finish() : form.reply(answer)
}

export default function RecoveryEmailCode() {
  const { sent } = useLoaderData<typeof loader>()
  return (
    <CodePage
      page={usePageForm<typeof Confirm>()}
      title="code.title_email"
      submit="recoveryEmail.submit"
      sent={sent}
      by="email"
      back={{ path: againAt('/settings/recovery-email'), text: 'resend.back_email' }}
      after={<BackToSettings />}
    />
  )
}
