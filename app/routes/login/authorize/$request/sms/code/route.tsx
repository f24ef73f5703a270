import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
import { smsKey } from '~/features/addresses/address-calls.server'
import { askedRequest } from '~/features/authorisation/asked-request.server'
import {
  goOnProven,
  isForAllApplications,
  isOfRequest,
  pageOfRequest,
  requireAsking,
  wishOf,
} from '~/features/authorisation/way.server'
import { WayLead } from '~/features/authorisation/way-lead'
import { readCodeForm } from '~/features/codes/code-form.server'
import { CodePage } from '~/features/codes/code-page'
import { replyWithCode } from '~/features/codes/sent-code.server'
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { codeSignIn } from '~/flows/sign-in/code-sign-in.server'
import { confirmSignIn } from '~/flows/sign-in/confirm-sign-in.server'
import { openSms } from '~/flows/sign-in/open-sms.server'
import { code, tick } from '~/forms/field-schemas'
import { StayTick } from '~/forms/fields/stay-tick'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { againAt } from '~/navigation/returning/return-address'
import { api } from '~/runtime/api.server'

// Step 2: the code. A new person, or one who needs another confirmation, continues with a sign-in that leads back.
export const handle: PageHandle = { title: 'code.title_sms' }

const Prove = z.object({ code, stay_signed_in: tick })

export const loader = async (args: LoaderFunctionArgs) => {
  const step = await openSms.require(args, 'code')
  const info = await requireAsking(args)
  const isForAll = isForAllApplications(info)
  return replyWithCode(step.code, { name: info.client.name, page: pageOfRequest(args), isForAll })
}

export const action = async (args: ActionFunctionArgs) => {
  const step = await openSms.require(args, 'code')
  const { openSendCode, openSmsAuth } = await api(args)
  const named = { ...(await askedRequest(args)), mobile: step.code.to }
  const form = await readCodeForm(args, Prove, { step, resend: { code: () => openSendCode(named) } })
  if (!form.ok) return form.reply()
  const { code, stay_signed_in } = form.value
  const typed = { code, ...smsKey(step.code), ...(await wishOf(args, Boolean(stay_signed_in))) }
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
  const { sent, name, page: back, isForAll } = useLoaderData<typeof loader>()
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
      more={<StayTick field={page.fields.stay_signed_in} isForAll={isForAll} />}
    />
  )
}
