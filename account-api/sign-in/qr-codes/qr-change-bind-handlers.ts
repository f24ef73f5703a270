import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { maskedAddresses, maskUsername } from '#account-api/accounts/account/identifier'
import { personOf } from '#account-api/accounts/call-context'
import { secondsUntil } from '#account-api/kernel/time'
import type { Handling, UserContext } from '#account-api/sign-in/call-context'
import { refuseAs, refuseLackingFactor, refuseStaleProof } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'
import { type AgreedToMove, type AskedToMove, agreeToMove, lookAtMove, scanMove } from './agree'
import { type Movable, policyRefusalOf } from './movable'
import { pollMove, showMove, takeMove } from './move'
import { askingOnWire, onWire, scanOf, shownOnWire } from './qr-handlers'
import { denyQrCode } from './scan'

export const qrChangeBindHandlers = {
  getChangeBindQrcode: async (_input, context) => {
    const { service, from } = context
    const shown = await showMove(service, { person: personOf(context), from })
    if (shown.ok) return done(shownOnWire(shown))
    if ('code' in shown) return refuseStaleProof(service, personOf(context), 'binding')
    return refuse('too_many_requests', { retry_after: secondsUntil(service.deployment, shown.until) })
  },

  checkChangeBindQrcode: async (input, context) => {
    const { service, from } = context
    const polling = { person: personOf(context), token: input.token }
    if (input.look === 1) return polled(context, input.token)
    const moved = await takeMove(service, { ...polling, from })
    if (moved.ok) return polled(context, input.token)
    switch (moved.code) {
      case 'second_verification_required':
        return refuseStaleProof(service, personOf(context), 'binding')
      case 'last_way':
        return refuse('last_way', { of: 'other' })
      case 'already_bound':
        return refuse('already_bound', { field: await fieldOf(context, input.token) })
      case 'guarded':
      case 'mail_domain_refused':
      case 'identifier_off':
      case 'not_signed_in':
        return refuseAs(moved)
      // Another click was first, or the code is in another state, which its status shows.
      default:
        return polled(context, input.token)
    }
  },

  toScanChangeBindQrcode: async (input, context) =>
    asking(context, await lookAtMove(context.service, scanOf(input, context, 'change_bind'))),

  scanChangeBindQrcode: async (input, context) =>
    asking(context, await scanMove(context.service, scanOf(input, context, 'change_bind'))),

  confirmChangeBindQrcode: async (input, context) => {
    const { service } = context
    const scan = scanOf(input, context, 'change_bind')
    if (input.deny === 1) {
      const denied = await denyQrCode(service, scan)
      return denied.ok ? done({ done: true }) : refuseAgreeing(context, '', denied)
    }
    const { matching_number: matchingNumber, platform: method = '' } = input
    const agreed = await agreeToMove(service, { ...scan, matchingNumber, method })
    return agreed.ok ? done({ done: true }) : refuseAgreeing(context, method, agreed)
  },
} satisfies Handling

const polled = async (context: UserContext, token: string) => {
  const { agreed, isDone, ...status } = await pollMove(context.service, { person: personOf(context), token })
  return done({
    ...onWire(status),
    moves: agreed && movedOnWire(agreed.moving),
    from: agreed && maskedAccount(agreed.giver),
    done: isDone,
  })
}

const movedOnWire = ({ method, name }: Movable) => ({ platform: method, name })

/** Why a method cannot move, as the phone shows it before anything is agreed to. */
const obstacleOf = ({ service }: UserContext, moving: Movable) =>
  moving.obstacle ?? policyRefusalOf(service.deployment, moving)?.code ?? null

const maskedAccount = (account: AccountProfile) => ({
  username: maskUsername(account.username),
  ...maskedAddresses(account),
})

const fieldNamed = (method: string | undefined) => (method === 'mobile' || method === 'email' ? method : 'platform')

const fieldOf = async (context: UserContext, token: string) => {
  const { agreed } = await pollMove(context.service, { person: personOf(context), token })
  return fieldNamed(agreed?.moving.method)
}

const asking = (context: UserContext, asked: AskedToMove) => {
  if (!asked.ok) return refuseAs(asked)
  return done({
    ...askingOnWire(context, asked.code),
    to: maskedAccount(asked.taker),
    methods: asked.movables.map((each) => ({ ...movedOnWire(each), obstacle: obstacleOf(context, each) })),
  })
}

const refuseAgreeing = (context: UserContext, method: string, refused: Exclude<AgreedToMove, { ok: true }>) => {
  const { service } = context
  switch (refused.code) {
    case 'second_verification_required':
    case 'guard_lacking':
      return refuseStaleProof(service, personOf(context), 'binding')
    case 'factor_lacking':
      return refuseLackingFactor(service, personOf(context), refused.lacking, { mayWait: false })
    case 'last_way':
      return refuse('last_way', { of: 'own' })
    case 'nothing_bound':
    case 'already_bound':
      return refuse(refused.code, { field: fieldNamed(method) })
    default:
      return refuseAs(refused)
  }
}
