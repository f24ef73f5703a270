import { personOf } from '#account-api/accounts/call-context'
import type { Handling } from '#account-api/verification/call-context'
import { answerRemoval, refuseChange } from '#account-api/verification/methods/refuse-change'
import { removeOwn } from '#account-api/verification/methods/remove'
import { refuseCode } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { addAuthenticator, startEnrolment } from './enrolment'
import { askAtSignIn, makeRecoveryCodes } from './manage'

export const authenticatorHandlers = {
  startAuthenticator: async (input, context) => {
    const { service, language } = context
    const person = personOf(context)
    const asked = {
      person,
      verifyTicket: input.verify_ticket,
      language: language === 'en' ? language : 'zh-Hans',
      asks: input.at_sign_in === 1,
    } as const
    const started = await startEnrolment(service, asked)
    if (!started.ok) return started.code === 'already_bound' ? alreadySet : refuseChange(context, started)
    const { ticket, secret, uri } = started
    return done({ ticket, secret, uri })
  },

  addAuthenticator: async (input, context) => {
    const { service, from } = context
    const person = personOf(context)
    const added = await addAuthenticator(service, {
      person,
      ticket: input.ticket,
      code: input.authenticator_code,
      asks: input.at_sign_in === 1,
      from,
    })
    if (added.ok) return done({ recovery_codes: added.recoveryCodes })
    switch (added.code) {
      case 'already_bound':
        return alreadySet
      case 'factor_lacking':
        return refuseChange(context, added)
      case 'not_signed_in':
      case 'ticket_refused':
        return refuse(added.code, {})
      default:
        return refuseCode(added, 'authenticator_code')
    }
  },

  removeAuthenticator: async (input, context) => {
    const { service, from } = context
    const { verify_ticket: verifyTicket, wait } = input
    const asked = { person: personOf(context), method: 'authenticator', verifyTicket, waits: wait === 1, from }
    return answerRemoval(context, await removeOwn(service, asked), notSet)
  },

  makeRecoveryCodes: async (input, context) => {
    const { service, from } = context
    const made = await makeRecoveryCodes(service, {
      person: personOf(context),
      verifyTicket: input.verify_ticket,
      from,
    })
    if (made.ok) return done({ recovery_codes: made.recoveryCodes })
    return made.code === 'nothing_bound' ? notSet : refuseChange(context, made)
  },

  askAuthenticator: async (input, context) => {
    const { service, from } = context
    const asked = { person: personOf(context), verifyTicket: input.verify_ticket, asks: input.at_sign_in === 1, from }
    const changed = await askAtSignIn(service, asked)
    if (changed.ok) return done({ done: true })
    return changed.code === 'nothing_bound' ? notSet : refuseChange(context, changed)
  },
} satisfies Handling

const alreadySet = refuse('already_bound', { field: 'authenticator' })
const notSet = refuse('nothing_bound', { field: 'authenticator' })
