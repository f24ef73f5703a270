import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { account } from './calls/account'
import { codes } from './calls/codes'
import { open } from './calls/open'
import { organisations } from './calls/organisations'
import { qr } from './calls/qr'
import { signIn } from './calls/sign-in'
import { type Account, type Call, emptyState, newAccount, Refused, refuse, type State } from './state'

/**
 * An account API that was written from the specification alone: its own paths, ids, error numbers and names of cookies
 * and headers, and no field that the specification does not name. It shares no code with the product.
 */

/** Refuses anyone who is not signed in, and does nothing. */
const idle: Call = ({ me }) => void me()

const calls: Record<string, Call> = {
  ...{ ...codes, ...signIn, ...account, ...organisations, ...qr, ...open },
  // No test makes these calls with an input.
  ...{ '/v1/sms/validate': idle, '/v1/mail/validate': idle, '/v1/password/update': idle },
  ...{ '/v1/password/reset/ticket': idle, '/v1/org/invite/cancel': idle },
  ...{ '/v1/open/sms': idle, '/v1/open/sms/auth': idle, '/v1/open/account/auth': idle },
}

/** Reveals what mix mode has obfuscated: hexadecimal digits of bytes, each XOR 5. */
const reveal = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^([\da-f]{2})+$/.test(value)) return value
  const bytes = Buffer.from(value, 'hex').map((byte) => byte ^ 5)
  return Buffer.from(bytes).toString('utf8')
}

const mixed = new Set(
  'mobile,email,account,username,password,current_password,code,sms_code,email_code,type,ticket,verify_ticket,cancel_ticket,value_ticket,auth_ticket,invite_ticket,profile_key,sms_code_key,token,deputy_name,subject_name,role_name,base_infos,detail_infos,birthday,name'.split(
    ',',
  ),
)

const revealed = (fields: Record<string, unknown>): Record<string, unknown> =>
  fields.mix_mode === undefined
    ? fields
    : Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, mixed.has(name) ? reveal(value) : value]))

const cookiesOf = (header = ''): Map<string, string> =>
  new Map(header.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]))

const bodyOf = async (request: http.IncomingMessage): Promise<Record<string, unknown>> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString()
  return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {}
}

/** How a call is asked for a decision or a second verification before it is answered, once. */
export type Guard = Record<string, unknown> & { error_code: number }

/**
 * @param dialect writes each answer in another way that the specification allows. Undefined: nothing is sent, with 204
 */
export const startPlainUpstream = async ({
  checksFormToken = false,
  dialect = (body: object): object | undefined => body,
} = {}) => {
  const state: State = emptyState()
  /** The calls that are guarded until a proof comes along in this header. */
  const guards = new Map<string, Guard>()
  const asked: { path: string; fields: Record<string, unknown>; proof: string | undefined }[] = []
  const gone = new Set<string>()
  const bare = new Set<string>()

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://upstream')
    const isOpen = pathname.startsWith('/v1/open/')
    const fields = revealed({ ...Object.fromEntries(searchParams), ...(await bodyOf(request)) })
    const [, base = '', page] = /^(.*?)(?:\/(\d+))?$/.exec(pathname) ?? []
    const call = gone.has(base) ? undefined : (calls[base] ?? (bare.has(base) ? idle : undefined))
    const cookies = cookiesOf(request.headers.cookie)
    const proof = request.headers['x-captcha-ticket']?.toString()
    const setCookies: string[] = cookies.has('xsrf') ? [] : [`xsrf=${randomUUID()}; Path=/`]
    const send = (status: number, body: object): void => {
      const written = dialect(body)
      response.writeHead(written ? status : 204, {
        'content-type': 'application/json; charset=utf-8',
        'x-log-id': randomUUID(),
        ...(setCookies.length > 0 && { 'set-cookie': setCookies }),
      })
      response.end(written && JSON.stringify(written))
    }
    const fail = (data: { error_code: number } & Record<string, unknown>): void => {
      const { error_code, ...rest } = data
      send(200, isOpen ? { status_code: error_code, ...rest } : { message: 'error', data })
    }
    asked.push({ path: base, fields, proof })
    if (!call) return send(404, { message: 'error', data: { error_code: 404, description: 'no such path' } })
    if (checksFormToken && request.method === 'POST' && request.headers['x-xsrf'] !== cookies.get('xsrf'))
      return fail({ error_code: 4030, description: 'token' })
    const guard = guards.get(base)
    if (guard && (guard.ways !== undefined || proof === undefined)) return fail(guard)
    guards.delete(base)
    const name = state.sessions.get(cookies.get('sid') ?? '')
    const me = state.accounts.find(({ id }) => id === name)
    try {
      const data = call({
        ...(page !== undefined && { page: Number(page) }),
        fields,
        state,
        me: () => me ?? refuse(4010, 'please sign in'),
        signIn: (person: Account) => {
          const sid = randomUUID()
          state.sessions.set(sid, person.id)
          setCookies.push(`sid=${sid}; Path=/; HttpOnly`)
        },
        signOut: () => {
          state.sessions.delete(cookies.get('sid') ?? '')
          setCookies.push('sid=; Max-Age=0')
        },
      })
      if (['/v1/sms/verify', '/v1/mail/verify'].includes(base))
        for (const [path, { ways }] of guards) if (ways !== undefined) guards.delete(path)
      if (isOpen) send(200, { status_code: 0, ...(data && { data }) })
      else send(200, { message: 'success', ...(data && { data }) })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      fail({ error_code: error.number, description: error.message })
    }
  }

  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    /** Forgets everything. */
    reset: (): void => {
      Object.assign(state, emptyState())
      asked.length = 0
      guards.clear()
      gone.clear()
      bare.clear()
    },
    /** An existing account. */
    add: (known: Parameters<typeof newAccount>[1]): Account => newAccount(state, known),
    url: `http://127.0.0.1:${port}`,
    state,
    asked,
    /** Guards a path until a call of it carries the proof of a solved captcha, or the person proves one of its ways. */
    guard: (path: string, guard: Guard) => guards.set(path, guard),
    unguard: (path: string): void => {
      guards.delete(path)
    },
    /** Has further paths, of calls that refuse anyone who is not signed in, and do nothing. */
    addBare: (paths: string[]): void => {
      for (const path of paths) bare.add(path)
    },
    /** Takes some paths away. */
    remove: (paths: string[]): void => {
      for (const path of paths) gone.add(path)
    },
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  }
}

export type PlainUpstream = Awaited<ReturnType<typeof startPlainUpstream>>
