import { personOf } from '#account-api/accounts/call-context'
import type { Handling } from '#account-api/operator/call-context'
import { refuseAs, refuseStaleProof } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { issueDeskTicket, leaveDesk, redeemDeskTicket } from './desk'

export const deskHandlers = {
  issueDeskTicket: async ({ challenge }, context) => {
    const { service, aid } = context
    const person = personOf(context)
    const issued = await issueDeskTicket(service, { person, aid, challenge })
    if (issued.ok) return done({ ticket: issued.ticket })
    if (issued.code === 'second_verification_required') return refuseStaleProof(service, person, 'data', issued.lacking)
    if (issued.code !== 'second_factor_needed') return refuseAs(issued)
    const { countsFrom } = issued
    return refuse('second_factor_needed', {
      reason: countsFrom === undefined ? 'none' : 'new',
      ...(countsFrom !== undefined && { counts_from: new Date(countsFrom).toISOString() }),
    })
  },

  redeemDeskTicket: async ({ ticket, verifier }, { service, from }) => {
    const redeemed = await redeemDeskTicket(service, { ticket, verifier, from })
    return redeemed === undefined ? refuse('desk_ticket_refused', {}) : done(redeemed)
  },

  leaveDesk: async ({ token }, { service }) => {
    await leaveDesk(service, token)
    return done({})
  },
} satisfies Handling
