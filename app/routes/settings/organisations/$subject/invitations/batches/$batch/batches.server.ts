import type { LineState } from '#contract/organisations/invitations/invitation-batches'
import { inSubject } from '~/features/organisations/acting.server'
import { requireData } from '~/navigation/guards/guards.server'
import { problem } from '~/navigation/problem'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'

interface AskedLines {
  page_size: number
  state?: LineState | undefined
  after?: string | undefined
}

/** Names the batch of the page's URL in a call. */
export const thisBatch = (args: Pick<Args, 'params'>) => ({ ...inSubject(args), batch_id: args.params.batch ?? '' })

/** The batch that the page's URL names, with some of its lines, or a problem page. */
export const requireBatch = async (args: Args, asked: AskedLines) => {
  const client = await api(args)
  const answer = await client.invitationBatch({ ...thisBatch(args), page: 1, ...asked })
  if (!answer.ok && (answer.code === 'no_such_batch' || answer.code === 'invalid_input')) throw problem('gone')
  return requireData(args, answer)
}
