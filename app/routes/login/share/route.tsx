import { useTranslation } from 'react-i18next'
import { ownTicket } from '#contract/terms/fields'
import type { PageHandle } from '~/document/page-handle'
import { readButton } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards/guards.server'
import { redirectAndRotate, redirectTo } from '~/navigation/redirect.server'
import { replyOver } from '~/navigation/reply-over'
import { api } from '~/runtime/api.server'
import { visitor } from '~/session/visitor.server'
import { LinkRows } from '~/ui/link-list'
import { SummaryList } from '~/ui/summary-list'

// A person comes from another application of the operator, with a ticket. Anyone could have made this link with a
// ticket for their own account, so the page shows whose account it is, and opening it changes nothing.
export const handle: PageHandle = { title: 'share.title' }

const ticketIn = ({ url }: Request): string | undefined =>
  ownTicket.safeParse(new URL(url).searchParams.get('share_ticket')).data

export const loader = async (args: LoaderFunctionArgs) => {
  const share_ticket = ticketIn(args.request)
  const client = await api(args)
  const answer = share_ticket === undefined ? undefined : await client.checkShareTicket({ share_ticket })
  if (!answer || (!answer.ok && answer.code === 'share_refused'))
    return replyOver(args, 'share.over.title', { shared: null, present: null })
  const { masked, application, is_signed_in } = await requireData(args, answer)
  if (is_signed_in) throw await redirectTo(args, '/settings')
  const info = (await visitor(args)).signedIn ? await client.accountInfo({}) : undefined
  return reply({ shared: { masked, application }, present: info?.ok ? info.data.username : null })
}

export const action = async (args: ActionFunctionArgs) => {
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const share_ticket = ticketIn(args.request)
  if (share_ticket === undefined) return redirectTo(args, '/login/share')
  const client = await api(args)
  const answer = await client.shareLogin({ share_ticket })
  if (answer.ok) return redirectAndRotate(args, '/settings')
  // Without a ticket the page says that it has ended.
  return answer.code === 'share_refused' ? redirectTo(args, '/login/share') : form.reply(answer)
}

export default function ContinueHere() {
  const { t } = useTranslation()
  const { shared, present } = useLoaderData<typeof loader>()
  const page = usePageForm()
  if (!shared)
    return (
      <>
        <h1>{t('share.over.title')}</h1>
        <p>{t('share.over.text')}</p>
        <LinkRows links={{ '/login': 'share.over.sign_in' }} />
      </>
    )
  return (
    <FormPage
      page={page}
      title="share.title"
      submit="share.submit"
      {...(present !== null && { safe: { path: '/settings', text: 'share.stay' } })}
      lead={
        <>
          <SummaryList facts={{ 'share.account': shared.masked, 'share.application': shared.application }} />
          <p>{t('share.text')}</p>
          {present !== null && <p>{t('share.changes', { username: present })}</p>}
        </>
      }
      after={present === null && <LinkRows links={{ '/login': 'share.other' }} />}
    />
  )
}
