import { z } from 'zod'
import type { PageHandle } from '~/document/page-handle'
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
import { askToRestore } from '~/features/sign-in/ask-to-restore.server'
import { account, password, tick } from '~/forms/field-schemas'
import { AccountField, PasswordField } from '~/forms/fields/fields'
import { StayTick } from '~/forms/fields/stay-tick'
import { ForgottenLink } from '~/forms/forgotten-link'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { visitorRegion } from '~/forms/values/visitor-region.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { withNext } from '~/navigation/returning/return-address'
import { api } from '~/runtime/api.server'
import { BackLink } from '~/ui/back-link'

// Proves a person by their password, for one request of an application.
export const handle: PageHandle = { title: 'login.title' }

const Prove = z.object({ account, password, stay_signed_in: tick })

export const loader = async (args: LoaderFunctionArgs) => {
  const info = await requireAsking(args)
  const { client, login_hint: hint } = info
  return reply({ name: client.name, hint, page: pageOfRequest(args), isForAll: isForAllApplications(info) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Prove)
  if (!form.ok) return form.reply()
  const { stay_signed_in, ...typed } = form.value
  const client = await api(args)
  const answer = await client.openAccountAuth({
    ...(await askedRequest(args)),
    ...typed,
    region: visitorRegion(args),
    ...(await wishOf(args, Boolean(stay_signed_in))),
  })
  const page = pageOfRequest(args)
  if (answer.ok) return goOnProven(args, answer.data)
  if (answer.code === 'account_cancelled') return askToRestore(args, answer.data, { from: { next: page, cookies: [] } })
  return isOfRequest(answer.code) ? redirectTo(args, page) : form.reply(answer)
}

export default function ProveByPassword() {
  const { name, hint, page: back, isForAll } = useLoaderData<typeof loader>()
  const page = usePageForm<typeof Prove>(hint === null ? {} : { account: hint })
  return (
    <FormPage
      page={page}
      title="login.title"
      submit="login.submit"
      lead={<WayLead name={name} />}
      more={<StayTick field={page.fields.stay_signed_in} isForAll={isForAll} />}
      help={<ForgottenLink path={withNext('/account-help/password', back)} text="login.forgotten" />}
      after={<BackLink path={back} text="authorise.other_way" />}
    >
      <AccountField field={page.fields.account} />
      <PasswordField field={page.fields.password} />
    </FormPage>
  )
}
