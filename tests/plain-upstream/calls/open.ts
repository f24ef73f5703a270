import { type Call, refuse, takeCode, takeTicket, text, ticketFor } from '#tests/plain-upstream/state'

const redirect = 'https://app.example.com/back'

const check: (fields: Record<string, unknown>) => void = (fields) => {
  if (text(fields, 'client_key') !== 'c4711' || text(fields, 'redirect_uri') !== redirect)
    refuse(5001, 'unknown client')
}

/** The envelope has `status_code`. */
export const open: Record<string, Call> = {
  '/v1/open/info': ({ fields }) => {
    check(fields)
    return { client_key: 'c4711', scopes: ['openid', 'calendar.read'], redirect_uri: redirect }
  },
  '/v1/open/sms': ({ fields, state }) => {
    state.codes.set(text(fields, 'mobile'), '112233')
    return undefined
  },
  '/v1/open/sms/auth': ({ fields, state }) => {
    takeCode(state, text(fields, 'mobile'), text(fields, 'code', 'sms_code'))
    return { auth_ticket: ticketFor(state, 'open', text(fields, 'mobile')) }
  },
  '/v1/open/account/auth': ({ fields, state }) => {
    const person = state.accounts.find(({ username, mobile, email }) =>
      [username, mobile, email].includes(text(fields, 'account')),
    )
    if (!person || person.password !== text(fields, 'password')) return refuse(5002, 'wrong password')
    return { auth_ticket: ticketFor(state, 'open', person.id) }
  },
  '/v1/open/web': ({ fields, state, me }) => {
    check(fields)
    if (text(fields, 'auth_ticket')) takeTicket(state, text(fields, 'auth_ticket'), 'open')
    else me()
    const url = new URL(redirect)
    if (fields.deny) url.searchParams.set('error', 'access_denied')
    else url.searchParams.set('code', 'g4711')
    if (text(fields, 'state')) url.searchParams.set('state', text(fields, 'state'))
    return { redirect_uri: url.href }
  },
}
