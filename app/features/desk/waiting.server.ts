import type { OperatorClient } from '#contract/client'
import { messageChannel } from '#contract/operator/fields'
import { mayMakeNamed, type OperatorCallName } from '#contract/operator/operator-calls'
import type { OperatorScope } from '#contract/operator/operator-power'
import { requireData } from '~/navigation/guards/guards.server'
import type { Args } from '~/runtime/load-context'
import { operator } from '~/runtime/operator.server'

/** What waits for an operator. Parts outside of their scopes are not requested. */
export const waitingAtDesk = async (args: Args, scopes: readonly OperatorScope[]) => {
  const client = await operator(args)
  const may = (call: OperatorCallName) => mayMakeNamed(scopes, call)
  const [names, recoveries, messages, announcements] = await Promise.all([
    may('listNames') ? namesIn(args, client) : null,
    may('listAwaitingRecoveries') ? recoveriesIn(args, client) : null,
    may('countMessages') ? messagesIn(args, client) : null,
    may('listAnnouncements') ? announcementsIn(args, client) : null,
  ])
  return { findsPeople: may('showUser'), names, recoveries, messages, announcements }
}

const namesIn = async (args: Args, client: OperatorClient) => {
  const { names, has_more: hasMore } = await requireData(args, withData(await client.listNames({})))
  return { count: names.length, hasMore }
}

const recoveriesIn = async (args: Args, client: OperatorClient) => {
  const { recoveries, has_more: hasMore } = await requireData(args, withData(await client.listAwaitingRecoveries({})))
  return { count: recoveries.length, hasMore }
}

const announcementsIn = async (args: Args, client: OperatorClient) =>
  (await requireData(args, withData(await client.listAnnouncements({})))).announcements

/** The channels with messages that wait or have failed. */
const messagesIn = async (args: Args, client: OperatorClient) => {
  const counted = await requireData(args, withData(await client.countMessages({})))
  const ofAll = messageChannel.options.map(async (channel) => {
    const failed = await requireData(args, withData(await client.listFailedMessages({ channel })))
    const queue = counted.channels.find((each) => each.channel === channel)
    return {
      channel,
      waiting: { count: queue?.waiting ?? 0, hasMore: queue?.has_more ?? false },
      failed: { count: failed.messages.length, hasMore: failed.has_more },
    }
  })
  return (await Promise.all(ofAll)).filter(({ waiting, failed }) => waiting.count + failed.count > 0)
}

/** An answer in the form that {@link requireData} reads. */
const withData = <Data extends object>(answer: { ok: true; data: Data } | { ok: false; code: string }) =>
  answer.ok ? answer : { ...answer, data: {} }
