import { type Asked, type Call, refuse, takeCode, text, ticketFor } from '#tests/plain-upstream/state'

/** Sends a code to the address in the fields, or to the signed-in person's address. */
const send = ({ fields, state, me }: Asked, kind: 'mobile' | 'email'): void => {
  const address = text(fields, kind) || me()[kind] || refuse(4001, 'no address')
  state.codes.set(address, '112233')
}

const verify =
  (kind: 'mobile' | 'email'): Call =>
  ({ fields, state, me }) => {
    const person = me()
    takeCode(state, person[kind] ?? '', text(fields, 'code', 'sms_code', 'email_code'))
    return { verify_ticket: ticketFor(state, 'verified', person.id) }
  }

export const codes: Record<string, Call> = {
  '/v1/sms': (asked) => {
    send(asked, 'mobile')
    return { sms_code_key: 'k1' }
  },
  '/v1/mail': (asked) => {
    send(asked, 'email')
    return undefined
  },
  '/v1/sms/verify': verify('mobile'),
  '/v1/mail/verify': verify('email'),
}
