import type { Handlers } from '../../../contract/server'
import { done, refuse } from '../../../contract/server'
import { timeZoneOf } from '../../accounts/account/time-zone'
import type { CallContext, MemberContext, UserContext } from '../../calls/context'
import { countingOf, enter } from '../../verification/outcomes'
import { askForSecondVerification } from '../../verification/second/second-verification'
import { blockersOf, organisationsLeft } from './blockers'
import { cancelAccount, erasedAt, lossesOf, undoCancellation } from './cancellation'

type CancellationCalls = 'cancelVerifyWay' | 'cancelCheck' | 'cancelConfirm' | 'undoCancellation'

export const cancellationHandlers: Pick<Handlers<CallContext, UserContext, MemberContext>, CancellationCalls> = {
  cancelVerifyWay: async (_input, { service, account, session }) => {
    const person = { account, session }
    const { key, ...counting } = await askForSecondVerification(service, { person, act: 'cancellation' })
    return done({ sms_code_key: key, ...countingOf(counting) })
  },

  cancelCheck: async (_input, { service, account }) =>
    done({
      blockers: await blockersOf(service.setting.blockers, service.storage, account.id),
      subjects: (await organisationsLeft(service.storage, account.id)).map(({ publicId, name }) => ({
        sec_subject_uid: publicId,
        subject_name: name,
      })),
      losses: await lossesOf(service.storage, account),
      restorable_until: new Date(erasedAt(service.setting)).toISOString(),
      time_zone: timeZoneOf(account),
    }),

  cancelConfirm: async (input, context) => {
    const { service, account, session, from } = context
    const person = { account, session }
    const cancelled = await cancelAccount(service, { person, ticket: input.cancel_ticket, from })
    if (cancelled.ok) {
      context.end()
      return done({
        restorable_until: new Date(cancelled.restorableUntil).toISOString(),
        time_zone: cancelled.timeZone,
      })
    }
    return cancelled.code === 'cancellation_blocked'
      ? refuse('cancellation_blocked', { blockers: cancelled.blockers })
      : refuse(cancelled.code, {})
  },

  undoCancellation: async (input, context) => {
    const { service, from } = context
    const undone = await undoCancellation(service, { ticket: input.ticket, from })
    return undone.ok ? enter(context, undone.session, false) : refuse('ticket_refused', {})
  },
}
