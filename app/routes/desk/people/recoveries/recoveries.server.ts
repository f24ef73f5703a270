import { deskData } from '~/features/desk/desk-data.server'
import type { Args } from '~/runtime/load-context'

/** The recoveries that wait for another operator's agreement, ordered by when they end. */
export const awaitingRecoveries = (args: Args) => deskData(args, 'listAwaitingRecoveries', {})

/** The recovery of a person that waits for another operator. */
export const awaitingRecoveryOf = async (args: Args, userId: string) =>
  (await awaitingRecoveries(args)).recoveries.find(({ user_id }) => user_id === userId)
