import { type Call, refuse, text } from '#tests/plain-upstream/state'

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
  '/v1/open/web': ({ fields, me }) => {
    check(fields)
    me()
    const url = new URL(redirect)
    if (fields.deny) url.searchParams.set('error', 'access_denied')
    else url.searchParams.set('code', 'g4711')
    if (text(fields, 'state')) url.searchParams.set('state', text(fields, 'state'))
    return { redirect_uri: url.href }
  },
}
