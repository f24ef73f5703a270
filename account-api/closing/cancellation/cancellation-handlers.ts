import { blockersOf } from '#account-api/accounts/account/blockers'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { erasedAt } from '#account-api/accounts/standing/cancelled'
import { undoCancellation } from '#account-api/accounts/standing/restore'
import type { Handling } from '#account-api/closing/call-context'
import { organisationsLeft } from '#account-api/organisations/closing/last-manager'
import { answerSignIn, countingOf } from '#account-api/verification/outcomes'
import { askForSecondVerification } from '#account-api/verification/second/second-verification'
import { done, refuse } from '#contract/server'
import { cancelAccount, lossesOf } from './cancellation'

export const cancellationHandlers = {
  cancelVerifyWay: async (_input, { service, account, session }) => {
    const person = { account, session }
    const { key, ...counting } = await askForSecondVerification(service, { person, act: 'cancellation' })
    return done({ sms_code_key: key, ...countingOf(counting) })
  },

  cancelCheck: async (_input, { service, account }) =>
    done({
      blockers: await blockersOf(service.deployment.blockers, service.storage, account.id),
      subjects: (await organisationsLeft(service.storage, account.id)).map(({ publicId, name }) => ({
        sec_subject_uid: publicId,
        subject_name: name,
      })),
      losses: await lossesOf(service.storage, account),
      restorable_until: new Date(erasedAt(service.deployment)).toISOString(),
      time_zone: timeZoneOf(account),
    }),

  cancelConfirm: async (input, context) => {
    const { service, account, session, from } = context
    const person = { account, session }
    const cancelled = await cancelAccount(service, { person, ticket: input.cancel_ticket, from })
    if (cancelled.ok) {
      context.clearSession()
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
    return undone.ok ? answerSignIn(context, undone) : refuse('ticket_refused', {})
  },
} satisfies Handling
