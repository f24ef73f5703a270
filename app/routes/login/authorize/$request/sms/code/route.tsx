import { z } from 'zod'
import { smsKey } from '~/addresses/address-calls.server'
import { api } from '~/api.server'
import { askedRequest } from '~/authorisation/asked-request.server'
import { goOnProven, isOfRequest, pageOfRequest, requireAsking } from '~/authorisation/way.server'
import { WayLead } from '~/authorisation/way-lead'
import { readCodeForm } from '~/codes/code-form.server'
import { CodePage } from '~/codes/code-page'
import { replyWithCode } from '~/codes/sent-code.server'
import type { PageHandle } from '~/document/page-handle'
import { codeSignIn } from '~/flows/code-sign-in.server'
import { confirmSignIn } from '~/flows/confirm-sign-in.server'
import { openSms } from '~/flows/open-sms.server'
import { code, tick } from '~/forms/field-schemas'
import { Tick } from '~/forms/tick'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { againAt } from '~/navigation/return-address'
import { askToRestore } from '~/sign-in/ask-to-restore.server'

// Step 2: the code. Whoever is new here, or has to confirm who they are, goes on with a sign-in that leads back.
export const handle: PageHandle = { title: 'code.title_sms' }

const Prove = z.object({ code, stay_signed_in: tick })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await openSms.require(args, 'code')
  const { client } = await requireAsking(args)
  return replyWithCode(step.code, { name: client.name, page: pageOfRequest(args) })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await openSms.require(args, 'code')
  const { openSendCode, openSmsAuth } = await api(args)
  const named = { ...askedRequest(args), mobile: step.code.to }
  const form = await readCodeForm(args, Prove, { step, resend: { code: () => openSendCode(named) } })
  if (!form.ok) return form.reply()
  const { code, stay_signed_in } = form.value
  const typed = { code, ...smsKey(step.code), ...(stay_signed_in && { stay_signed_in: 1 }) }
  const answer = await openSmsAuth({ ...named, ...typed })
  const page = pageOfRequest(args)
  if (answer.ok) return goOnProven(args, answer.data, step.ended)
  const from = { next: page, cookies: step.ended }
  switch (answer.code) {
    case 'not_registered':
      return codeSignIn.mobile.beginAfter(args, 'create', { mobile: named.mobile, ticket: answer.data.ticket }, from)
    case 'confirmation_required':
      return confirmSignIn.beginAfter(args, 'confirm', { mobile: named.mobile, ...answer.data }, from)
    case 'account_cancelled':
      return askToRestore(args, answer.data, { from })
    default:
      return isOfRequest(answer.code) ? redirectTo(args, page, { cookies: step.ended }) : form.reply(answer)
  }
}

export default function ProveByCode() {
  const { sent, name, page: back } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Prove>()
  return (
    <CodePage
      page={page}
      title="code.title_sms"
      submit="login.submit"
      sent={sent}
      by="mobile"
      lead={<WayLead name={name} />}
      back={{ path: againAt(`${back}/sms`), text: 'resend.back_mobile' }}
      meanwhile={{ [back]: 'authorise.other_way' }}
    >
      <Tick field={page.fields.stay_signed_in} label="authorise.stay" />
    </CodePage>
  )
}
