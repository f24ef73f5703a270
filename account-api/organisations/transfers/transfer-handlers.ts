import { kindOf, maskAddress } from '#account-api/accounts/account/identifier'
import type { CodeChannel } from '#account-api/kernel/outbox/message'
import { secondsUntil } from '#account-api/kernel/time'
import type { Handling, MemberContext } from '#account-api/organisations/call-context'
import { askerOf, refuseSent, refuseUnreachable } from '#account-api/verification/codes/codes-handlers'
import { purposeOf } from '#account-api/verification/codes/purposes'
import { sendCode } from '#account-api/verification/codes/sending'
import { refuseCode } from '#account-api/verification/outcomes'
import { provenAddress } from '#account-api/verification/proofs/proof'
import { done, refuse } from '#contract/server'
import { targetOf, type Way, waysOf } from './address'
import { findChosen, verifyChosen } from './chosen'
import { declineTransfer, withdrawTransfer } from './end'
import { acceptTransfer, type NotOffered, type Refused, startTransfer, waitsForFactor } from './transfer'
import type { TransferParty } from './transfer-store'
import { verifyManager } from './verify'

export const transferHandlers = {
  orgSendCode: async ({ mobile, type, ...given }, context) => {
    const own = await ownTarget(context, { channel: 'sms', to: mobile, type }, given)
    if (!own.ok) return own
    const sent = await sendCode(context.service, own.data, askerOf(context))
    if (!sent.ok) return refuseSent(context, sent, 'sms_code_key')
    return done({ sms_code_key: sent.key, retry_after: sent.retryAfter, mobile: sent.masked })
  },

  orgSendEmailCode: async ({ email, type, ...given }, context) => {
    const own = await ownTarget(context, { channel: 'email', to: email, type }, given)
    if (!own.ok) return own
    const sent = await sendCode(context.service, own.data, askerOf(context))
    if (!sent.ok) return refuseSent(context, sent, 'email_code_key')
    return done({ email_code_key: sent.key, retry_after: sent.retryAfter, email: sent.masked })
  },

  verifyOldManager: async ({ code, way }, context) => {
    const verified = await verify(context, { code, way })
    // The ticket names no transfer.
    return !verified.ok && verified.code === 'no_such_transfer' ? refuse('code_expired', { field: 'code' }) : verified
  },

  startTransfer: async ({ identity_id, ticket }, { service, account, session, acting, from }) => {
    const person = { account, session }
    const started = await startTransfer(service, { person, acting, memberId: identity_id, ticket, from })
    if (started.ok)
      return done({
        transfer_id: started.transferId,
        expires_at: new Date(started.expiresAt).toISOString(),
        accept_from: momentOf(started.acceptFrom),
      })
    return refuseOffer(started)
  },

  transferInfo: async (_input, { service, account, session, acting }) => {
    const { deployment, storage } = service
    const newest = await storage.transfers.newest(acting.organisation.id)
    const [isFrom, isTo] = [newest?.from, newest?.to].map((party) => party?.memberId === acting.member.id)
    const transfer = newest && (acting.isManager || isFrom || isTo) ? newest : undefined
    const hasExpired = transfer?.state === 'pending' && transfer.expiresAt <= deployment.now()
    return done({
      transfer: transfer
        ? {
            transfer_id: transfer.publicId,
            state: hasExpired ? 'expired' : transfer.state,
            from: partyOf(transfer.from),
            to: partyOf(transfer.to),
            is_from: isFrom === true,
            is_to: isTo === true,
            expires_at: new Date(transfer.expiresAt).toISOString(),
            accept_from: momentOf(transfer.acceptFrom),
          }
        : null,
      waits: acting.isManager && waitsForFactor(deployment, { account, session }),
      ways: waysOf(deployment, account).map(({ way, to }) => ({ way, masked: maskAddress({ kind: way, value: to }) })),
    })
  },

  verifyNewManager: async ({ transfer_id, identity_id, ticket, ...typed }, context) => {
    if (transfer_id !== undefined) return verify(context, { ...typed, transferId: transfer_id })
    // Without either field, the code would be checked as the code of the manager who hands over.
    if (identity_id === undefined) return refuse('no_such_transfer', {})
    const { service, account, session, acting, clientAddress, from } = context
    const choosing = { person: { account, session }, acting, memberId: identity_id, ticket, clientAddress, from }
    const verified = await verifyChosen(service, { ...choosing, code: typed.code, way: typed.way })
    if (verified.ok) return done({ ticket: verified.ticket })
    switch (verified.code) {
      case 'address_too_new':
        return refuse(verified.code, { retry_after: verified.retryAfter })
      case 'code_wrong':
      case 'code_expired':
      case 'code_used':
      case 'code_locked':
      case 'too_many_wrong_codes':
        return refuseCode(verified)
      default:
        return refuseOffer(verified)
    }
  },

  transferManager: async ({ transfer_id, identity_id, ticket }, { service, account, session, acting, from }) => {
    const named = transfer_id === undefined ? { chosen: identity_id ?? '' } : { transferId: transfer_id }
    const person = { account, session }
    const accepted = await acceptTransfer(service, { person, acting, named, ticket, from })
    if (accepted.ok) return done({})
    if (accepted.code === 'subject_frozen') return refuse(accepted.code, { by: accepted.by })
    if (accepted.code === 'transfer_waits') return refuse(accepted.code, { retry_after: accepted.retry_after })
    return accepted.code === 'too_many_subjects'
      ? refuse(accepted.code, { most: accepted.most })
      : refuse(accepted.code, {})
  },

  declineTransfer: async ({ transfer_id }, { service, acting, from }) => {
    const declined = await declineTransfer(service, { acting, transferId: transfer_id, from })
    return declined.ok ? done({}) : refuse(declined.code, {})
  },

  withdrawTransfer: async ({ transfer_id }, { service, acting, from }) => {
    const withdrawn = await withdrawTransfer(service, { acting, transferId: transfer_id, from })
    return withdrawn.ok ? done({}) : refuse(withdrawn.code, {})
  },
} satisfies Handling

/** Why a member cannot be asked to take over. */
const refuseOffer = (refused: NotOffered | Refused<'transfer_pending' | 'ticket_refused'>) => {
  switch (refused.code) {
    case 'subject_frozen':
      return refuse(refused.code, { by: refused.by })
    case 'transfer_refused':
      return refuse(refused.code, { reason: refused.reason })
    case 'permission_required':
      return refuse(refused.code, { needed: 'manager' })
    default:
      return refuse(refused.code, {})
  }
}

const momentOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())

const partyOf = ({ publicId, name }: TransferParty) => ({ identity_id: publicId, deputy_name: name })

const wayOf: Record<CodeChannel, Way> = { sms: 'mobile', email: 'email' }

/**
 * The address to which a code of a transfer is sent: the caller's own, or the address of the member whom the manager
 * has chosen. A code that could not be used is not sent.
 */
const ownTarget = async (
  context: MemberContext,
  asked: { channel: CodeChannel; to: string | undefined; type: number },
  { identity_id: chosen, ...given }: GivenTickets & { identity_id?: string | undefined },
) => {
  const { service, account, session, acting } = context
  const { deployment, storage } = service
  const [field, way] = [kindOf[asked.channel], wayOf[asked.channel]]
  const side = purposeOf(asked.channel, asked.type).inOrganisation ? 'new' : 'old'
  const isChosen = side === 'new' && acting.isManager && chosen !== undefined
  const choosing = { person: { account, session }, acting, memberId: chosen ?? '', ticket: given.ticket }
  const member = isChosen ? await findChosen(service, choosing) : undefined
  if (member?.ok === false)
    return member.code === 'transfer_refused' ? refuse(member.code, { reason: member.reason }) : refuse(member.code, {})
  const own = targetOf(deployment, member?.account ?? account, { way, side })
  if (!own.ok)
    return own.code === 'nothing_bound'
      ? refuse('nothing_bound', { field })
      : refuse('address_too_new', { retry_after: secondsUntil(deployment, own.until) })
  if (own.target.type !== asked.type)
    return refuse('invalid_input', { fields: [{ field: 'type', reason: 'unsupported' }] })
  if (asked.to !== undefined && asked.to !== own.target.to)
    return refuse('invalid_input', { fields: [{ field, reason: 'invalid' }] })
  if (side === 'old' && !acting.isManager) return refuse('permission_required', { needed: 'manager' })
  if (side === 'new' && !isChosen) {
    const pending = await storage.transfers.pending(acting.organisation.id)
    const isTheirs = pending?.to.memberId === acting.member.id && pending.expiresAt > deployment.now()
    if (!isTheirs) return refuse('no_such_transfer', {})
  }
  if (!(await areProofs(context, isChosen ? { verify_ticket: given.verify_ticket } : given)))
    return refuse('ticket_refused', {})
  return refuseUnreachable(deployment, own.target) ?? done(own.target)
}

interface GivenTickets {
  ticket?: string | undefined
  verify_ticket?: string | undefined
}

/** True when each given ticket proves this person for an act in an organisation. A fresh session needs none. */
const areProofs = async ({ service, account, session }: MemberContext, { ticket, verify_ticket }: GivenTickets) => {
  const { storage } = service
  for (const given of [ticket, verify_ticket]) {
    const proof = { person: { account, session }, act: 'organisation' } as const
    if (given !== undefined && (await provenAddress(storage, { ...proof, ticket: given })) === undefined) return false
  }
  return true
}

const verify = async (
  { service, account, session, acting, clientAddress, setSession: start }: MemberContext,
  typed: { code: string; way: Way; transferId?: string },
) => {
  const person = { account, session }
  const verified = await verifyManager(service, { ...typed, person, acting, clientAddress })
  if (verified.ok) {
    start(verified.session)
    return done({ ticket: verified.ticket })
  }
  if (verified.code === 'address_too_new') return refuse(verified.code, { retry_after: verified.retryAfter })
  if (verified.code === 'not_signed_in') return refuse(verified.code, {})
  if (verified.code === 'no_such_transfer') return refuse(verified.code, {})
  return refuseCode(verified)
}
