import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { shownUserCode } from '#contract/applications/user-code'
import type { PageHandle } from '~/document/page-handle'
import { AskingClient } from '~/features/authorisation/asking-client'
import { cookiesOfRequest } from '~/features/authorisation/begun-request.server'
import { requestPath } from '~/features/authorisation/request-path'
import { deviceCheckPath, userCodeIn } from '~/features/authorisation/user-code'
import { FormPage } from '~/forms/form-page'
import { readForm } from '~/forms/read-form.server'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import { Button } from '~/ui/button'
import { SummaryList } from '~/ui/summary-list'

// Shows the owner of the code first, because a stranger may have sent the code of their own device.
export const handle: PageHandle = { title: 'device.check' }

const Decide = z.object({ deny: z.string().optional() })

/** Failures after which this code can no longer be used. */
const isOver = (code: string): boolean => code === 'no_such_user_code' || code === 'no_such_client'

const over = '/login/device/over'

export const loader = async (args: LoaderFunctionArgs) => {
  const user_code = userCodeIn(args.request.url)
  if (user_code === undefined) throw await redirectTo(args, '/login/device')
  const answer = await (await api(args)).openDeviceInfo({ user_code })
  if (!answer.ok && isOver(answer.code)) throw await redirectTo(args, over)
  if (!answer.ok && answer.code === 'user_code_needs_sign_in')
    throw await redirectTo(args, { path: '/login', next: deviceCheckPath(user_code) })
  const { client, person } = await requireData(args, answer)
  return reply({ client, person, code: shownUserCode(user_code) })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readForm(args, Decide)
  if (!form.ok) return form.reply()
  const user_code = userCodeIn(args.request.url)
  if (user_code === undefined) return redirectTo(args, '/login/device')
  const isDenied = form.value.deny !== undefined
  const begun = await (await api(args)).openDeviceBegin({ user_code, ...(isDenied && { deny: 1 }) })
  if (!begun.ok) return isOver(begun.code) ? redirectTo(args, over) : form.reply(begun)
  const { request } = begun.data
  if (!request) return redirectTo(args, '/login/device/declined')
  return redirectTo(args, requestPath(request.request_uid), { cookies: cookiesOfRequest(request) })
}

export default function CheckDeviceCode() {
  const { t } = useTranslation()
  const { client, person, code } = useLoaderData<typeof loader>()
  const { name } = client
  const page = usePageForm<typeof Decide>()
  return (
    <FormPage
      page={page}
      title="device.asks"
      values={{ name }}
      lead={
        <>
          <AskingClient client={client} />
          <SummaryList facts={{ 'device.code': code, ...(person && { 'device.account': person.username }) }} />
          <p>{t('device.warning', { name })}</p>
        </>
      }
    >
      <Button name="go_on" text="device.go_on" /> <Button name="deny" text="device.deny" quiet />
    </FormPage>
  )
}
