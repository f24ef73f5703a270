import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { addressCalls, smsKey } from '~/features/addresses/address-calls.server'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodePage } from '~/features/codes/code-page'
import { replyWithCode } from '~/features/codes/sent-code.server'
import { afterBindLogin } from '~/features/platforms/connect-here.server'
import { RememberTick } from '~/features/sign-in/remember-tick'
import { bindLogin } from '~/flows/sign-in/bind-login.server'
import { code, tick } from '~/forms/field-schemas'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { newPersonFields } from '~/navigation/guards/new-person.server'
import { againAt } from '~/navigation/returning/return-address'
import { api } from '~/runtime/api.server'

// Sign-in with an unbound third-party identity by a mobile: the code.
export const handle: PageHandle = { title: 'code.title_sms' }

const Code = z.object({ code, remember: tick })

export const loader = async (args: LoaderFunctionArgs) => {
  return replyWithCode((await bindLogin.require(args, 'code')).code)
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await bindLogin.require(args, 'code')
  const { profileKey, platform, name } = step
  const { to: mobile } = step.code
  const client = await api(args)
  const resend = { code: () => addressCalls.mobile(client).sendCode('login', { to: mobile }) }
  const form = await readCodeForm(args, Code, { step, resend })
  if (!form.ok) return form.reply()
  const { code, remember } = form.value
  const typed = { mobile, code, ...smsKey(step.code), ...(await newPersonFields(args)), need_frozen_user: 1 }
  const answer = await client.bindLogin({ profile_key: profileKey, ...typed })
  const identity = { profileKey, platform, name }
  return afterBindLogin(args, step, { answer, form, identity, mobile, remember })
}

export default function BindCode() {
  const { sent } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Code>()
  return (
    <CodePage
      page={page}
      title="code.title_sms"
      submit="bindLogin.submit"
      sent={sent}
      by="mobile"
      back={{ path: againAt('/login/bind/mobile'), text: 'resend.back_mobile' }}
      more={<RememberTick field={page.fields.remember} />}
    />
  )
}
