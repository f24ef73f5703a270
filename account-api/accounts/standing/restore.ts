import { inTransaction } from '#account-api/accounts/service'
import { restorePurpose } from '#account-api/accounts/sessions/end-sign-ins'
import { originOfProof } from '#account-api/accounts/sessions/origin'
import { type SignIn, signIn } from '#account-api/accounts/sessions/pending-sign-in'
import type { From } from '#account-api/kernel/from'
import { findTicket, redeemTicket } from '#account-api/kernel/tickets/ticket'
import { keepAccount, type Restoring, restoredValue } from './cancelled'

type Undone = (SignIn & { ok: true }) | { ok: false; code: 'ticket_refused' }

/**
 * Restores a cancelled account and opens a session, for undoCancellation and smsLoginContinue (spec section 7).
 * @param ticket from the answer to a right sign-in
 */
export const undoCancellation = inTransaction<{ ticket: string; from: From }, Undone>(
  async (stores, { ticket, from }) => {
    const refused = { ok: false, code: 'ticket_refused' } as const
    const { accountId } = (await findTicket(stores, ticket, [restorePurpose])) ?? {}
    if (!accountId) return refused
    // Locked before the ticket is used: an erasure that has begun deletes the ticket together with the account.
    await stores.accounts.lock(accountId)
    const redeemed = await redeemTicket(stores, ticket, restorePurpose)
    const account = await stores.accounts.profile(accountId)
    if (!account || !redeemed) return refused
    const { restored, by } = JSON.parse(redeemed.value) as Restoring
    if (restored !== restoredValue(account)) return refused
    if (!(await keepAccount(stores, { account, from }))) return refused
    // The sign-in that got the ticket.
    const origin = originOfProof({ ...by, at: redeemed.at })
    const { provenAt = redeemed.at } = by
    const proof = { way: 'restore', provenAt, origin, endOthers: true, isUncounted: true, isTold: true } as const
    return { ok: true, ...(await signIn(stores, { account, from, ...proof })) }
  },
)
