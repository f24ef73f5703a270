import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { addressCalls, emailKey, smsKey } from '~/features/addresses/address-calls.server'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodesOver } from '~/features/codes/codes-over'
import { Resend } from '~/features/codes/resend-form'
import { SentCode } from '~/features/codes/sent-code'
import { replyWithCodes, shown } from '~/features/codes/sent-code.server'
import { atNewAccount } from '~/features/sign-in/welcome'
import { registerAddress, registerBoth } from '~/flows/sign-in/register.server'
import { Agreement } from '~/forms/agreement'
import { emailCode, newPassword, smsCode } from '~/forms/field-schemas'
import { CodeField, NewPasswordField, SparedAccountName } from '~/forms/fields/fields'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { newPersonFields } from '~/navigation/guards/new-person.server'
import { againAt } from '~/navigation/returning/return-address'
import { api } from '~/runtime/api.server'

// Registration with a mobile and an email, step 2: both codes and a password.
export const handle: PageHandle = { title: 'register.both.code_title' }

const Codes = z.object({ code: smsCode, email_code: emailCode, password: newPassword })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await registerBoth.require(args, 'code')
  const [mobile, email] = [shown(step.mobile), shown(step.email)]
  return replyWithCodes({ mobile, email, account: step.email.to }, mobile, email)
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
    ...(await newPersonFields(args)),
  })
  if (answer.ok) return step.finish(atNewAccount)
  if (answer.code === 'already_registered' && answer.data.ticket) {
    const { field, ticket } = answer.data
    return registerAddress[field].begin(args, 'existing', { to: { mobile, email }[field], ticket })
  }
  return form.reply(answer)
}

export default function RegisterBothCodes() {
  const { mobile, email, account } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Codes>()
  const meanwhile = { '/login': 'ways.to_sign_in', [againAt('/login/register/both')]: 'resend.back_both' }
  if (mobile.over) return <CodesOver name="mobile" code={mobile} text="resend.mobile" meanwhile={meanwhile} />
  if (email.over) return <CodesOver name="email" code={email} text="resend.email" meanwhile={meanwhile} />
  return (
    <FormPage
      page={page}
      title="register.both.code_title"
      submit="register.submit"
      hasNewPassword
      more={<SparedAccountName name={account} />}
      lead={
        <>
          <SentCode code={mobile} by="mobile" />
          <SentCode code={email} by="email" />
        </>
      }
      help={
        <>
          <Resend name="mobile" code={mobile} text="resend.mobile" isFollowed />
          <Resend
            name="email"
            code={email}
            text="resend.email"
            back={{ path: againAt('/login/register/both'), text: 'resend.back_both' }}
          />
        </>
      }
    >
      <CodeField field={page.fields.code} label="field.code.label_sms" isFirst={page.errors.length === 0} />
      <CodeField field={page.fields.email_code} label="field.code.label_email" hint="field.code.hint_email" />
      <NewPasswordField field={page.fields.password} />
      <Agreement />
    </FormPage>
  )
}
