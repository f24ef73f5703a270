import { type Call, find, refuse, takeCode, takeTicket, text } from '#tests/plain-upstream/state'

const masked = (value: string | undefined): string | undefined => value && `${value.slice(0, 3)}***${value.slice(-2)}`

const bind =
  (kind: 'mobile' | 'email'): Call =>
  ({ fields, state, me }) => {
    takeCode(state, text(fields, kind), text(fields, 'code', 'sms_code', 'email_code'))
    if (find(state, text(fields, kind))) refuse(4003, 'already bound')
    me()[kind] = text(fields, kind)
    return undefined
  }

/** The ticket proves the old address. */
const rebind =
  (kind: 'mobile' | 'email'): Call =>
  (asked) => {
    takeTicket(asked.state, text(asked.fields, 'ticket', 'verify_ticket'), 'verified')
    return bind(kind)(asked)
  }

export const account: Record<string, Call> = {
  '/v1/me': ({ me }) => {
    const { username, mobile, email } = me()
    return { username, mobile: masked(mobile), email: masked(email) }
  },
  '/v1/me/set': ({ fields, me }) => {
    me().username = text(fields, 'username') || me().username
    return undefined
  },
  '/v1/me/ways': ({ me }) => {
    const { mobile, email } = me()
    return { mobile: masked(mobile), email: masked(email) }
  },
  '/v1/password/has_set': () => undefined,
  '/v1/bind/mobile': bind('mobile'),
  '/v1/bind/mail': bind('email'),
  '/v1/rebind/mobile': rebind('mobile'),
  '/v1/rebind/mail': rebind('email'),
  '/v1/cancel/way': () => undefined,
  '/v1/cancel/check': () => undefined,
  '/v1/cancel/confirm': ({ fields, state, me, signOut }) => {
    const { id } = me()
    if (takeTicket(state, text(fields, 'cancel_ticket'), 'verified') !== id) refuse(4005, 'of another account')
    state.accounts = state.accounts.filter((person) => person.id !== id)
    signOut()
    return undefined
  },
}
