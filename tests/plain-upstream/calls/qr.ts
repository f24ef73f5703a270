import { type Call, newId, refuse, text } from '#tests/plain-upstream/state'

export const qr: Record<string, Call> = {
  '/v1/qr': ({ state }) => {
    const token = newId(state, 'q')
    state.qr.set(token, { status: 'new' })
    return { token }
  },
  '/v1/qr/check': ({ fields, state, signIn }) => {
    const code = state.qr.get(text(fields, 'token')) ?? refuse(4006, 'no such code')
    const person = state.accounts.find(({ id }) => id === code.account)
    if (code.status === 'confirmed' && person) signIn(person)
    return { status: code.status }
  },
  '/v1/qr/scan': ({ fields, state, me }) => {
    const code = state.qr.get(text(fields, 'token')) ?? refuse(4006, 'no such code')
    if (code.by !== undefined && code.by !== me().id) refuse(4007, 'scanned by another person')
    Object.assign(code, { status: 'scanned', by: me().id })
    return undefined
  },
  '/v1/qr/confirm': ({ fields, state, me }) => {
    const code = state.qr.get(text(fields, 'token')) ?? refuse(4006, 'no such code')
    if (code.by !== me().id) refuse(4007, 'not scanned')
    Object.assign(code, fields.deny ? { status: 'denied' } : { status: 'confirmed', account: me().id })
    return undefined
  },
}
