import { deskData } from '~/features/desk/desk-data.server'
import { problem } from '~/navigation/problem'
import type { Args } from '~/runtime/load-context'
import { channelIn } from './message-acts'

/** The failed messages of the channel in the page's URL. */
export const failedMessages = async (args: Args) => {
  const channel = channelIn(args.params)
  if (!channel) throw problem('not_found')
  return { channel, ...(await deskData(args, 'listFailedMessages', { channel })) }
}
