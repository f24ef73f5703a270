import { z } from 'zod'
import { addressCalls, emailKey, smsKey } from '~/addresses/address-calls.server'
import { api } from '~/api.server'
import { readCodeForm } from '~/codes/code-form.server'
import { ResendForm } from '~/codes/resend-form'
import { SentCode } from '~/codes/sent-code'
import { shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { registerAddress, registerBoth } from '~/flows/register.server'
import { code, emailCode, newPassword } from '~/forms/field-schemas'
import { CodeField, NewPasswordField } from '~/forms/fields'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'

// Registration with a mobile and an email, step 2: both codes and a password.
export const handle: PageHandle = { title: 'register.both.code_title' }

const Codes = z.object({ code, email_code: emailCode, password: newPassword })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await registerBoth.require(args, 'code')
  return reply({ mobile: shown(step.mobile), email: shown(step.email) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await registerBoth.require(args, 'code')
  const [mobile, email] = [step.mobile.to, step.email.to]
  const client = await api(args)
  const form = await readCodeForm(args, Codes, {
    step,
    resend: {
      mobile: () => addressCalls.mobile(client).sendCode('register', { to: mobile }),
      email: () => addressCalls.email(client).sendCode('register', { to: email }),
    },
  })
  if (!form.ok) return form.reply()
  const answer = await client.registerByMobileAndEmail({
    mobile,
    email,
    ...smsKey(step.mobile),
    ...emailKey(step.email),
    ...form.value,
  })
  if (answer.ok) return step.finish()
  if (answer.code === 'already_registered' && answer.data.field === 'mobile' && answer.data.ticket)
    return registerAddress.mobile.begin(args, 'existing', { mobile, ticket: answer.data.ticket })
  return form.reply(answer)
}

export default function RegisterBothCodes() {
  const { mobile, email } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Codes>()
  return (
    <FormPage
      page={page}
      title="register.both.code_title"
      submit="register.submit"
      lead={
        <>
          <SentCode code={mobile} by="mobile" />
          <SentCode code={email} by="email" />
        </>
      }
      after={
        <>
          <ResendForm name="mobile" code={mobile} text="resend.mobile" />
          <ResendForm
            name="email"
            code={email}
            text="resend.email"
            back={{ path: '/login/register/both', text: 'resend.back_both' }}
          />
        </>
      }
    >
      <CodeField field={page.fields.code} label="field.code.label_sms" />
      <CodeField field={page.fields.email_code} label="field.code.label_email" hint="field.code.hint_email" />
      <NewPasswordField field={page.fields.password} />
    </FormPage>
  )
}
