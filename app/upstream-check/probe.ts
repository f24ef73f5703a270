import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type Call, type Method, pathFields, type Variant } from '#contract/call'
import { allCalls, type CallName } from '#contract/calls'
import { createClient } from '#contract/client'
import { arranged } from '#contract/wire/arranged'
import { CookieJar } from '#contract/wire/cookie-jar'
import type { Received, Upstream } from '#contract/wire/exchange'
import { ownNames, type WireNames } from '#contract/wire/headers'
import { contentOf, readData } from '#contract/wire/read-answer'
import { UpstreamFailure } from '#contract/wire/upstream-failure'
import { type Seen, tokenCookieIn, watching } from './seen'

/** The finding about one call. */
export interface Probed {
  call: CallName
  /**
   * `absent`: null in the path map. `not found`: its path gets the answer of an unknown path. `unreadable`: an answer
   * that is not in the contract. `refused`: no success to read. `not tried`: it could change something, or needs more.
   */
  state: 'found' | 'refused' | 'unreadable' | 'absent' | 'not found' | 'not tried' | 'no answer'
  /** Fields that the page needs, but the answer lacks. */
  lacking: readonly string[]
  /** Fields of the contract that the answer lacks. */
  missing: readonly string[]
  /** Fields that the contract does not have. */
  unknown: readonly string[]
}

export interface Probing {
  upstream: Upstream
  variant: Variant
  /** A person whose sign-in makes calls that need a session readable. */
  identity?: { account: string; password: string } | undefined
  /** True: also makes calls that will be refused, because they have no input or no session. */
  asksForRefusals: boolean
}

export interface Found {
  calls: readonly Probed[]
  seen: Seen
  /** The names of cookies and headers with which it was called. */
  names: WireNames
  /** Why nothing could be found out. */
  failure?: string | undefined
  /** Whether the identity has signed in. */
  hasSignedIn: boolean
}

type Ask = (input: Record<string, unknown>) => Promise<{ ok: boolean; code?: string; data: Record<string, unknown> }>

/** Makes the calls that change nothing, one by one, and finds out which ones the account API has. */
export const probe = async ({ upstream, variant, identity, asksForRefusals }: Probing): Promise<Found> => {
  const { watched, send } = watching()
  let names = upstream.names ?? ownNames
  const clientWith = (jar: CookieJar, paths = upstream.paths) =>
    createClient(
      { ...upstream, send, sendHere: undefined, names, ...(paths && { paths }) },
      { variant, jar, language: 'en', clientAddress: '127.0.0.1', userAgent: 'check-upstream' },
    )
  const nobody = new CookieJar()
  const ask = async (jar: CookieJar, { name }: Pick<Call, 'name'>, input: Record<string, unknown>) => {
    watched.last = undefined
    const asked = (clientWith(jar)[name as CallName] as Ask)(input)
    return asked.catch((error: unknown) => {
      if (error instanceof UpstreamFailure && error.kind === 'signature') throw error
      return undefined
    })
  }
  const markOf = (row: Call, received: Received): string => {
    const content = contentOf(row, variant, received)
    return `${received.status} ${content === undefined ? 'unreadable' : content.ok ? 'success' : content.number}`
  }
  const rowOf = (name: CallName): Call => allCalls.find((row) => row.name === name) as Call

  if (asksForRefusals) {
    await ask(nobody, rowOf('checkLogin'), {})
    names = await formTokenNames(watched.seen, names, async (tried) => {
      names = tried
      await ask(nobody, rowOf('sendCode'), {})
      return { mark: watched.last ? markOf(rowOf('sendCode'), watched.last) : '', received: watched.last }
    })
  }

  /** How each method is answered at an unknown path. */
  const unknown: Partial<Record<Method, string>> = {}
  for (const name of ['checkLogin', 'sendCode'] as const) {
    const paths = { ...upstream.paths, [name]: `/check-upstream/${randomUUID()}` }
    await clientWith(new CookieJar(nobody.toJSON()), paths)
      [name]({} as never)
      .catch(() => undefined)
    const failure = whyNothing(watched.last && markOf(rowOf(name), watched.last))
    if (failure !== undefined) return { calls: [], seen: watched.seen, names, failure, hasSignedIn: false }
    unknown[rowOf(name).method] = markOf(rowOf(name), watched.last as Received)
  }

  const known: Record<string, unknown> = { page: 1, aid: upstream.application.aid, look: 1 }
  const calls: Probed[] = []
  const note = (row: Call, more: Pick<Probed, 'state'> & Partial<Probed>) =>
    calls.push({ call: row.name as CallName, lacking: [], missing: [], unknown: [], ...more })
  const judge = (row: Call): Pick<Probed, 'state'> & Partial<Probed> => {
    const { last } = watched
    if (!last) return { state: 'no answer' }
    const mark = markOf(row, last)
    if (mark === unknown[row.method]) return { state: 'not found' }
    const content = contentOf(row, variant, last)
    if (!content) return { state: [404, 405, 501].includes(last.status) ? 'not found' : 'unreadable' }
    return content.ok ? fieldsOf(row, content.data) : { state: 'refused' }
  }

  const person = new CookieJar(nobody.toJSON(), names)
  try {
    watched.isSignIn = true
    const signedIn = identity && (await ask(person, rowOf('accountLoginV2'), identity))
    watched.isSignIn = false
    const hasSignedIn = signedIn?.ok === true && person.session !== undefined
    for (const row of allCalls) {
      if (upstream.paths?.[row.name as CallName] === null) note(row, { state: 'absent' })
      else if (!isTried(row, known, asksForRefusals)) note(row, { state: 'not tried' })
      else {
        const fields = Object.keys(row.input.shape).filter((field) => known[field] !== undefined)
        const input = Object.fromEntries(fields.map((field) => [field, known[field]]))
        const answer = await ask(row.harmless && hasSignedIn ? person : nobody, row, {
          ...firstOf(row),
          ...(row.harmless && input),
        })
        note(row, judge(row))
        if (answer?.ok) learn(known, row, answer.data)
      }
    }
    return { calls, seen: watched.seen, names, hasSignedIn }
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    const failure = `it refuses the signature of ${error.call}: ACCOUNT_API_KEY, ACCOUNT_API_AID or a clock differs`
    return { calls, seen: watched.seen, names, failure, hasSignedIn: false }
  }
}

/** Why an answer at an unknown path allows no conclusion about other paths. */
const whyNothing = (mark: string | undefined): string | undefined => {
  if (mark === undefined) return 'it does not answer'
  if (/^5(?!01)/.test(mark)) return `it answers with status ${mark.slice(0, 3)}`
  return mark.endsWith('success') ? 'it answers an unknown path with a success' : undefined
}

/** A value for a required field, so the account API refuses the call, and not the client. */
const firstOf = ({ needsOneOf: [field] }: Call): Record<string, unknown> =>
  field === undefined ? {} : { [field]: '-' }

/** True for a call that changes nothing when it is made with the known values. */
const isTried = (row: Call, known: Readonly<Record<string, unknown>>, asksForRefusals: boolean): boolean => {
  if (pathFields(row.path).some((field) => field !== 'variant' && known[field] === undefined)) return false
  if (row.harmless || !asksForRefusals) return row.harmless
  // Nobody is signed in, or fields are missing: the account API has to refuse it. A GET leaves at most an unused QR
  // code.
  return row.auth !== 'none' || row.method === 'GET' || !row.input.safeParse({}).success
}

/** Stores what later calls need: the organisation of a person, and the token of a QR code. */
const learn = (known: Record<string, unknown>, { name }: Pick<Call, 'name'>, data: Record<string, unknown>): void => {
  if (name === 'getQrcode') known.token = data.token
  if (name !== 'listSubjects') return
  const [first] = data.subjects as { sec_subject_uid: string }[]
  if (first) known.sec_subject_uid = first.sec_subject_uid
}

/** True for a field that the contract leaves out when it has no value. */
const mayBeLeftOut = (type: z.ZodType | undefined): boolean => type?.def.type === 'optional'

const fieldsOf = (row: Call, data: Record<string, unknown>): Pick<Probed, 'state'> & Partial<Probed> => {
  if (row.answers === 'bytes') return { state: 'found' }
  const { shape } = row.output
  const fields = arranged(shape, data)
  const { error } = readData(row, data)
  const lacking = [...new Set((error?.issues ?? []).map(({ path }) => path.map(String).join('.')))]
  return {
    state: lacking.length > 0 ? 'unreadable' : 'found',
    lacking,
    missing: Object.keys(shape).filter((field) => fields[field] === undefined && !mayBeLeftOut(shape[field])),
    unknown: Object.keys(data).filter((field) => shape[field] === undefined),
  }
}

/** Posts a call that has to be refused, with the form token under these names, and returns the answer. */
type Post = (names: WireNames) => Promise<{ mark: string; received: Received | undefined }>

/** The names of headers in the words of a refusal. */
const headersIn = ({ body, header }: Received): string[] => {
  const words = `${Buffer.from(body).toString('utf8')} ${header('access-control-allow-headers') ?? ''}`
  return [...words.matchAll(/\bx-[\w-]*(?:csrf|xsrf|token)[\w-]*/gi)].map(([name]) => name.toLowerCase())
}

const usual = ['x-csrf-token', 'x-xsrf-token', 'x-csrftoken', 'x-xsrf', 'x-csrf', 'csrf-token', 'xsrf-token']

/**
 * Finds the cookie and the header of the form token: by the header with which the refusal changes.
 * @returns the configured names if they work or nothing can be seen
 */
const formTokenNames = async (seen: Seen, set: WireNames, post: Post): Promise<WireNames> => {
  const names = { ...set, formTokenCookie: tokenCookieIn(seen, set) ?? set.formTokenCookie }
  const { mark: refusal, received } = await post({ ...names, formTokenHeader: 'x-check-upstream' })
  const ofCookie = names.formTokenCookie.toLowerCase().replaceAll('_', '-')
  const candidates = [
    ...[set.formTokenHeader, ...(received ? headersIn(received) : [])],
    ...[ofCookie, `x-${ofCookie}`, `x-${ofCookie}-token`, ownNames.formTokenHeader, ...usual],
  ]
  for (const formTokenHeader of new Set(candidates)) {
    const { mark } = await post({ ...names, formTokenHeader })
    if (mark !== refusal) return { ...names, formTokenHeader }
  }
  return names
}
