import type { Handlers } from '../../../contract/server'
import { done, refuse } from '../../../contract/server'
import { blockersOf } from '../../domain/cancellation/blockers'
import { cancelAccount, erasedAt, lossesOf, undoCancellation } from '../../domain/cancellation/cancellation'
import { askAgain } from '../../domain/second/second-verification'
import type { CallContext, UserContext } from '../context'
import { enter } from './outcomes'

type CancellationCalls = 'cancelVerifyWay' | 'cancelCheck' | 'cancelConfirm' | 'undoCancellation'

export const cancellationHandlers: Pick<Handlers<CallContext, UserContext>, CancellationCalls> = {
  cancelVerifyWay: async (_input, { setting, account, session }) => {
    const { key, ways } = await askAgain(setting, { account, session })
    return done({ sms_code_key: key, ways })
  },

  cancelCheck: async (_input, { setting, account }) =>
    done({
      blockers: await blockersOf(setting.blockers, setting.storage, account.id),
      losses: await lossesOf(setting.storage, account),
      restorable_until: new Date(erasedAt(setting)).toISOString(),
    }),

  cancelConfirm: async (input, context) => {
    const { setting, account, session, from } = context
    const person = { account, session }
    const cancelled = await cancelAccount(setting, { person, ticket: input.cancel_ticket, from })
    if (cancelled.ok) {
      context.end()
      return done({ restorable_until: new Date(cancelled.restorableUntil).toISOString() })
    }
    return cancelled.code === 'cancellation_blocked'
      ? refuse('cancellation_blocked', { blockers: cancelled.blockers })
      : refuse(cancelled.code, {})
  },

  undoCancellation: async (input, context) => {
    const { setting, from } = context
    const undone = await undoCancellation(setting, { ticket: input.ticket, from })
    return undone.ok ? enter(context, undone.session, false) : refuse('ticket_refused', {})
  },
}
