import { maskedAddresses } from '#account-api/accounts/account/identifier'
import { entryOf } from '#account-api/accounts/activity/entry-on-wire'
import {
  findLostMobile,
  provePassword,
  type Unbound,
  unbindLostMobile,
} from '#account-api/addresses/binding/lost-mobile'
import type { CallContext, Handling } from '#account-api/addresses/call-context'
import { accountOf, refuseAs, refuseNotOpen, refusePassword } from '#account-api/verification/outcomes'
import type { RefusedPassword } from '#account-api/verification/passwords/judge'
import { done, refuse } from '#contract/server'
import { findSecuring, secureAccount } from './secure-account'

export const recoveryHandlers = {
  verifyPassword: async (input, context) => {
    const { service, from, session, isPerson } = context
    const identifier = accountOf(input, context)
    const proven = await provePassword(service, { identifier, password: input.password, from, session, isPerson })
    return proven.ok
      ? done({ ticket: proven.ticket, ...maskedAddresses(proven.account) })
      : refusePassword(context, proven, identifier)
  },

  unusableMobileCheck: async (input, { service }) => {
    const found = await findLostMobile(service, input.ticket)
    if (!found) return refuse('ticket_refused', {})
    const { account, pendingHours, passwordHelps, isLastAddress } = found
    return done({
      ...maskedAddresses(account),
      hold_hours: pendingHours,
      password_helps: passwordHelps,
      username_left: isLastAddress ? account.username : null,
    })
  },

  unbindUnusableMobile: async (input, context) => {
    const { service, from, isPerson, setSession } = context
    const { ticket, password } = input
    const withoutAddress = input.without_address === 1
    const unbound = await unbindLostMobile(service, { ticket, password, withoutAddress, from, isPerson })
    if (!unbound.ok) return refuseUnbinding(context, unbound)
    const time_zone = unbound.timeZone
    if ('takesEffectAt' in unbound)
      return done({ done: false, takes_effect_at: new Date(unbound.takesEffectAt).toISOString(), time_zone })
    const { session, pending } = unbound
    if (session) setSession(session)
    return done({
      done: true,
      ...(pending && { authenticator_ticket: pending.ticket }),
      takes_effect_at: new Date(service.deployment.now()).toISOString(),
      time_zone,
    })
  },

  secureAccountCheck: async (input, { service }) => {
    const found = await findSecuring(service, input.ticket)
    if (!found) return refuse('ticket_refused', {})
    return done({
      change: found.change,
      told_at: new Date(found.at).toISOString(),
      time_zone: found.timeZone,
      puts_back: found.putsBack,
      takes_off: found.takesOff,
      elsewhere: found.elsewhere,
      username_back: found.usernameBack,
      changes: found.changes.map((each) => ({ id: each.id, ...entryOf(each) })),
      ends_account: found.endsAccount,
      asks_password: found.asksPassword,
    })
  },

  secureAccount: async (input, context) => {
    const { service, from, session, clearSession: end, isPerson } = context
    const { ticket, password, own_changes: own = [] } = input
    const secured = await secureAccount(service, { ticket, own, password, from, isPerson })
    if (secured.ok) {
      if (session?.accountId === secured.accountId) end()
      const { putsBack, elsewhere, passwordEnded, ownUndone } = secured
      return done({ done: true, own_undone: ownUndone, put_back: putsBack, elsewhere, password_ended: passwordEnded })
    }
    switch (secured.code) {
      case 'ticket_refused':
        return refuse('ticket_refused', {})
      case 'password_missing':
        return refuse('invalid_input', { fields: [{ field: 'password', reason: 'missing' }] })
      case 'wrong_credentials':
        return refuse('wrong_credentials', { field: 'password' })
      default:
        return refusePassword(context, secured)
    }
  },
} satisfies Handling

const refuseUnbinding = (context: CallContext, refused: Exclude<Unbound, { ok: true }> | RefusedPassword) => {
  switch (refused.code) {
    case 'wrong_credentials':
      return refuse('wrong_credentials', { field: 'password' })
    case 'captcha_required':
    case 'password_locked':
      return refusePassword(context, refused)
    case 'account_cancelled':
    case 'account_frozen':
      return refuseNotOpen(refused)
    case 'nothing_bound':
      return refuse('nothing_bound', { field: 'mobile' })
    case 'last_way':
      return refuse('last_way', { of: 'own' })
    case 'too_many_requests':
    case 'last_address':
    case 'other_address_required':
    case 'guarded':
      return refuseAs(refused)
    default:
      return refuse('ticket_refused', {})
  }
}
