import { beginningPath, comparedPath, protocolCookies, protocolPageHeader } from '#contract/applications/open-paths'
import { headerNames, protocolHeaders, sessionCookie } from '#contract/wire/headers'
import { sign } from '#contract/wire/signing'
import { withTimeLimit } from '#process/time-limit'
import { askedTerms } from '~/runtime/terms.server'
import { upstream } from '~/runtime/upstream.server'
import { findCookie } from '~/session/cookie.server'
import { sessionTokenIn } from '~/session/visitor.server'

const timeoutMs = 10_000

/** A request of the protocol of open authorisation, of a browser or of an application's server. */
export interface AskedProtocol {
  method: string
  /** Path and query. */
  url: string
  /** By name, in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer<ArrayBuffer> | undefined
  clientAddress: string
  logId: string
  /** Aborted when the client disconnects. */
  left: AbortSignal
}

export interface ProtocolAnswer {
  status: number
  headers: Record<string, string>
  setCookies: string[]
  body: Uint8Array
  /** True when it is for a person, so a page has to explain it. */
  isForPage: boolean
}

/** The headers of an answer that are passed on. */
const answered = [
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-max-age',
  'cache-control',
  'content-type',
  'dpop-nonce',
  'location',
  'pragma',
  'vary',
  'www-authenticate',
]

/**
 * Forwards a request of the protocol to the account API. Of the browser's cookies, only the protocol's are forwarded.
 * When a request of an application begins, the session is too, so the application learns who is signed in.
 * @throws when the account API gives no answer
 */
export const handThrough = async (asked: AskedProtocol): Promise<ProtocolAnswer> => {
  const { url, body, clientAddress, logId, left } = asked
  const method = asked.method === 'POST' || asked.method === 'OPTIONS' ? asked.method : 'GET'
  const { baseUrl, application, logIdHeader = headerNames.logId, clock, send, protocolHere } = upstream()
  const given = Object.fromEntries(
    protocolHeaders.flatMap((name) =>
      [[asked.headers[name]].flat()[0]].flatMap((value) => (value === undefined ? [] : [[name, value]])),
    ),
  )
  const cookie = await cookiesOf(asked)
  const terms = askedTerms()
  const headers = {
    ...given,
    ...(cookie !== '' && { cookie }),
    [headerNames.clientAddress]: clientAddress,
    ...(terms && { [headerNames.shownTerms]: terms.version }),
    [logIdHeader]: logId,
  }
  const bytes = method === 'POST' ? (body ?? Buffer.alloc(0)) : undefined
  const sent = { method, body: bytes, hashes: false } as const
  const answer = await withTimeLimit({ ms: timeoutMs, until: left }, (signal) => {
    if (protocolHere) return protocolHere({ ...sent, url, headers, signal })
    const signed = { method, path: url, headers, body: bytes ?? '' }
    const signature = sign(signed, application, clock?.now() ?? Date.now())
    const length = bytes && { 'content-length': String(bytes.length) }
    return send({ ...sent, url: baseUrl + url, headers: { ...headers, ...signature, ...length }, signal })
  })
  return {
    status: answer.status,
    headers: Object.fromEntries(
      answered.flatMap((name) => {
        const value = answer.header(name)
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    setCookies: answer.setCookies.filter(isOfProtocol),
    body: answer.body,
    isForPage: answer.header(protocolPageHeader) !== undefined,
  }
}

const isOfProtocol = (setCookie: string): boolean => protocolCookies.some((name) => setCookie.startsWith(`${name}=`))

const cookiesOf = async ({ url, headers }: AskedProtocol): Promise<string> => {
  const header = [headers.cookie].flat()[0] ?? ''
  const own = protocolCookies.flatMap((name) => {
    const value = findCookie(header, name)
    return value === undefined ? [] : `${name}=${value}`
  })
  const session = comparedPath(url) === beginningPath ? await sessionTokenIn(header) : undefined
  return [...own, ...(session === undefined ? [] : [`${sessionCookie}=${session}`])].join('; ')
}
