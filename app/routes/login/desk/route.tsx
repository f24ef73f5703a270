import { useTranslation } from 'react-i18next'
import type { PageHandle } from '~/document/page-handle'
import { readButton } from '~/forms/form-action.server'
import { FormPage } from '~/forms/form-page'
import { usePageForm } from '~/forms/use-page-form'
import { type ActionFunctionArgs, type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { deskHome, pathAtDesk } from '~/navigation/guards/desk-sign-in.server'
import { requireData, requireSignedIn } from '~/navigation/guards/guards.server'
import { replyOver } from '~/navigation/reply-over'
import { allowLeavingToOtherDoor, leaveToOtherDoor } from '~/navigation/returning/leave.server'
import { withQuery } from '~/navigation/returning/return-address'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { LinkRows } from '~/ui/link-list'

// The page to which the operator's desk sends an unknown browser. The browser returns with a ticket after a press,
// because a link that redirected at once would enter the desk for a person who only followed it.
export const handle: PageHandle = { title: 'desk.enter.title' }

/**
 * The id by which the desk identifies the browser that began there. Undefined for an incomplete or invented address.
 */
const challengeIn = ({ request }: Pick<Args, 'request'>): string | undefined => {
  const challenge = new URL(request.url).searchParams.get('challenge') ?? ''
  return /^[\w-]{43}$/.test(challenge) ? challenge : undefined
}

export const loader = async (args: LoaderFunctionArgs) => {
  allowLeavingToOtherDoor(args)
  if (challengeIn(args) === undefined) return replyOver(args, 'desk.over.title', { name: null })
  await requireSignedIn(args)
  const { name, username } = await requireData(args, await (await api(args)).accountInfo({}))
  return reply({ name: name ?? username })
}

export const action = async (args: ActionFunctionArgs) => {
  allowLeavingToOtherDoor(args)
  await requireSignedIn(args)
  const form = await readButton(args)
  if (!form.ok) return form.reply()
  const answer = await (await api(args)).issueDeskTicket({ challenge: challengeIn(args) ?? '' })
  if (!answer.ok) return form.reply(answer)
  const to = pathAtDesk(new URL(args.request.url).searchParams.get('to'))
  return leaveToOtherDoor(args, withQuery(`${deskHome}/arrive`, { ticket: answer.data.ticket, to }))
}

export default function EnterDesk() {
  const { t } = useTranslation()
  const { name } = useLoaderData<typeof loader>()
  const page = usePageForm()
  if (name === null)
    return (
      <>
        <h1>{t('desk.over.title')}</h1>
        <p>{t('desk.over.cut')}</p>
      </>
    )
  return (
    <FormPage
      page={page}
      title="desk.enter.title"
      submit="desk.enter.submit"
      lead={<p>{t('desk.enter.text', { name })}</p>}
      after={<LinkRows links={{ '/passport/web/logout': 'desk.enter.other', '/settings': 'desk.enter.settings' }} />}
    />
  )
}
