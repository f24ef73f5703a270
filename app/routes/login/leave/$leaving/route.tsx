import type { PageHandle } from '~/document/page-handle'
import { LeaveFor } from '~/features/authorisation/leave-for'
import { Unanswerable } from '~/features/authorisation/unanswerable'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireData } from '~/navigation/guards/guards.server'
import { replyOver } from '~/navigation/reply-over'
import { allowLeavingTo } from '~/navigation/returning/leave.server'
import { api } from '~/runtime/api.server'

// Comes before a redirect with an error to an unverified application, and shows its destination.
export const handle: PageHandle = { title: 'leadsOff.title', ownForms: true }

export const loader = async (args: LoaderFunctionArgs) => {
  const answer = await (await api(args)).openLeavingInfo({ leaving_uid: args.params.leaving ?? '' })
  if (!answer.ok && ['no_such_leaving', 'invalid_input'].includes(answer.code))
    return replyOver(args, 'authorise.over.title', null)
  const info = await requireData(args, answer)
  if (info.posts) allowLeavingTo(args, info.leads_to)
  return reply(info)
}

export default function Leaving() {
  const info = useLoaderData<typeof loader>()
  if (!info) return <Unanswerable reason="over" />
  return <LeaveFor client={info.client} why="leadsOff.ended" leadsTo={info.leads_to} posts={info.posts} />
}
