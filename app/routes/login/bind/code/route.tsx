import { z } from 'zod'
import { addressCalls, smsKey } from '~/addresses/address-calls.server'
import { api } from '~/api.server'
import { shownTerms } from '~/brand.server'
import { readCodeForm } from '~/codes/code-form.server'
import { CodePage } from '~/codes/code-page'
import { replyWithCodes, shown } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { bindLogin } from '~/flows/bind-login.server'
import { code } from '~/forms/field-schemas'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import type { Destination } from '~/navigation/flash.server'
import { againAt } from '~/navigation/return-address'
import { askToConfirm } from '~/sign-in/ask-to-confirm.server'
import { askToRestore } from '~/sign-in/ask-to-restore.server'

// The same by a mobile: the code.
export const handle: PageHandle = { title: 'code.title_sms' }

const Code = z.object({ code })

/** Where somebody ends who is signed in, but whose identity was not bound. */
const notConnected: Destination = { path: '/settings', notice: 'platform_not_connected' }

export const loader = async (args: LoaderFunctionArgs) => {
  const sent = shown((await bindLogin.require(args, 'code')).code)
  return replyWithCodes({ sent }, sent)
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await bindLogin.require(args, 'code')
  const { to: mobile } = step.code
  const client = await api(args)
  const resend = { code: () => addressCalls.mobile(client).sendCode('login', { to: mobile }) }
  const form = await readCodeForm(args, Code, { step, resend })
  if (!form.ok) return form.reply()
  const typed = { mobile, code: form.value.code, ...smsKey(step.code), ...shownTerms() }
  const answer = await client.bindLogin({ profile_key: step.profileKey, ...typed })
  if (answer.ok) return step.finish(answer.data.bound ? undefined : notConnected)
  if (answer.code === 'ticket_refused') return step.restart()
  if (answer.code === 'confirmation_required') return askToConfirm(args, { ...answer.data, mobile })
  return answer.code === 'account_cancelled' ? askToRestore(args, answer.data) : form.reply(answer)
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
    />
  )
}
