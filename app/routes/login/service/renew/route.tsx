import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { askedService, serviceIn } from '~/features/services/asked-service.server'
import { UnknownService } from '~/features/services/unknown-service'
import { readButton } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { replyOver } from '~/navigation/reply-over'
import { allowLeavingTo, leaveTo } from '~/navigation/returning/leave.server'
import { api } from '~/runtime/api.server'
import { LinkRows } from '~/ui/link-list'

// A service requires a fresh proof of a signed-in person.
export const handle: PageHandle = { title: 'service.renew.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const service = await askedService(args)
  if (!service) return replyOver(args, 'service.unknown.title', { service: null })
  await requireSignedIn(args)
  allowLeavingTo(args, service.url)
  const elsewhere = `/passport/sso/logout?${new URLSearchParams({ service: service.url })}`
  return reply({ service: { name: service.name, elsewhere } })
}

export const action = async (args: ActionFunctionArgs) => {
  const service = await askedService(args)
  if (service) allowLeavingTo(args, service.url)
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const client = await api(args)
  const answer = await client.issueServiceTicket({ service: serviceIn(args.request), renew: 1 })
  if (answer.ok) return leaveTo(args, answer.data.url)
  return answer.code === 'no_such_service' ? redirectTo(args, '/login/service') : form.reply(answer)
}

export default function RenewForService() {
  const { t } = useTranslation()
  const { service } = useLoaderData<typeof loader>()
  const page = usePageForm()
  if (!service) return <UnknownService />
  return (
    <FormPage
      page={page}
      title="service.renew.title"
      submit="service.renew.submit"
      lead={<p>{t('service.renew.text', { name: service.name })}</p>}
      after={<LinkRows links={{ [service.elsewhere]: 'service.renew.other', '/settings': 'service.renew.stay' }} />}
    />
  )
}
