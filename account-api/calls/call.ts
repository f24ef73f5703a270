import type { z } from 'zod'
import { knownBrowserOf } from '#account-api/accounts/browsers/known-browser'
import type { CallContextOf } from '#account-api/accounts/call-context'
import { judgeSecond } from '#account-api/accounts/methods/ledger'
import type { Person } from '#account-api/accounts/sessions/person'
import { endReplaced, findSession, type StartedSession, TooManySignIns } from '#account-api/accounts/sessions/session'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import { termsDueAt } from '#account-api/accounts/terms/terms'
import { type CallRequest, header } from '#account-api/http/raw-request'
import type { CallAnswer } from '#account-api/http/reply'
import { comesFrom, tellOfAct } from '#account-api/kernel/current-call'
import { sessionLongestMs } from '#account-api/kernel/lifetimes'
import { hashToken } from '#account-api/kernel/random'
import { once } from '#account-api/kernel/request-keys/request-key'
import { secondsUntil } from '#account-api/kernel/time'
import type { Service, Setting } from '#account-api/operator/service'
import { noteActive } from '#account-api/organisations/members/active'
import { actingIn } from '#account-api/organisations/organisation/acting'
import type { Acting } from '#account-api/organisations/records/identity-record'
import { isFactorDue } from '#account-api/organisations/sign-in-rules/deployment-rule'
import { isSolved } from '#account-api/verification/captchas/challenge'
import { hashQueue, NoTurn } from '#account-api/verification/hashing/hash-queue'
import { refuseAs, refuseHiddenFactor, refuseStaleProof } from '#account-api/verification/outcomes'
import type { Call, Method } from '#contract/call'
import type { CallName } from '#contract/calls'
import type { fieldRefusals } from '#contract/errors'
import { refuse } from '#contract/server'
import { givenNames } from '#contract/terms/shown-names'
import { formTokenCookie, headerNames, sessionCookie } from '#contract/wire/headers'
import { readInput } from '#contract/wire/input'
import type { ApiOptions } from './api-options'
import {
  accountMarkCookieOf,
  endedSessionCookie,
  formTokenCookieOf,
  isFormToken,
  knownBrowserCookieOf,
  newFormToken,
  readCookies,
  readTokens,
  sessionCookieOf,
} from './cookies'
import { refusedNewAddress } from './new-addresses'
import { judgePower } from './power'
import { readNames } from './shown-names'
import { signedBy } from './signed-by'

type LooseOutcome = CallAnswer['outcome']

/** Handlers are typed row by row. Only the code that runs them all needs this loose type. */
type LooseHandler = (input: never, context: never) => Promise<LooseOutcome>

/** Retry-After of a call that found the queue of hashes full. */
const busy = () => refuse('busy', { retry_after: 5 })

/**
 * Answers one call. Checks signature, session, form token, input, sign-in, the terms, names that others will see, new
 * addresses, and power, the cheapest first, and then runs the row's handler.
 * @param left aborted when the client has left. A call that waits for a password hash is then dropped
 */
export const answerCall = async (
  options: ApiOptions,
  row: Call,
  handler: unknown,
  request: CallRequest,
  left: AbortSignal,
): Promise<CallAnswer> => {
  const service = { ...options.service, left }
  const signed = await signedBy(options, request, { isHarmless: row.harmless })
  if (!signed.ok) return { outcome: refuse('signature_refused', { reason: signed.reason }), setCookies: [] }
  if (row.hashes && hashQueue.isFull()) return { outcome: busy(), setCookies: [] }

  const cookies = readCookies(request.headers.cookie)
  const sessionToken = cookies.get(sessionCookie)
  const session = sessionToken === undefined ? undefined : await findSession(service, sessionToken)
  tellOfAct({ client: signed.aid, ...(session && { actor: 'account', signedInAs: session.accountId }) })
  const answered = (outcome: LooseOutcome, started?: StartedSession, ended = false): CallAnswer => ({
    outcome,
    setCookies: cookiesOf(service.setting, cookies, { session, started, ended }),
  })

  const formToken = cookies.get(formTokenCookie)
  if (request.method === 'POST') {
    const returned = formToken !== undefined && request.headers[headerNames.formToken] === formToken
    if (!returned || !isFormToken(service.setting.secrets, formToken, sessionToken))
      return answered(refuse('form_token_refused', {}))
  }

  const fields = await fieldsOf(row, request)
  const withNul = Object.keys(fields).filter((field) => holdsNul(fields[field]))
  if (withNul.length > 0)
    return answered(refuse('invalid_input', { fields: withNul.map((field) => ({ field, reason: 'invalid' })) }))
  const input: z.ZodSafeParseResult<Record<string, unknown>> = row.input.safeParse(fields)
  if (!input.success) return answered(refuse('invalid_input', { fields: refusedFields(input.error) }))
  const account = session && row.auth !== 'none' ? await service.storage.accounts.profile(session.accountId) : undefined
  if (row.auth !== 'none' && !account) return answered(refuse('not_signed_in', {}))
  const { setting, storage } = service
  if (session && account && row.whenFactorDue !== true && (await isFactorDue(storage, account, session))) {
    if (!row.whenFactorDue) return answered(refuse('factor_due', {}))
    const hidden = judgeSecond(setting, account, session)
    if (hidden && 'hides' in hidden)
      return answered(await refuseHiddenFactor(service, { account, session }, 'binding', hidden.hides))
  }
  const shownTerms = header(request, headerNames.shownTerms)
  const due = account && !row.whenTermsDue && termsDueAt(service.setting, account, shownTerms)
  if (due) return answered(refuse('terms_due', { version: due }))
  const acting =
    session && account && row.auth === 'member'
      ? await actingOf(service, row, { session, account }, input.data)
      : undefined
  if (acting && !acting.ok) return answered(acting)
  if (acting) tellOfAct({ organisationId: acting.acting.organisation.id })
  const names = givenNames(row.names, input.data)
  const read = await readNames(service, names, { account, acting: acting?.acting, input: input.data })
  if (read.refused.length > 0) return answered(refuse('invalid_input', { fields: read.refused }))
  const refusedAddress = refusedNewAddress(service, row.newAddresses, input.data)
  if (refusedAddress) return answered(refuseAs(refusedAddress))
  let started: StartedSession | undefined
  let ended = false
  const call = row.name as CallName
  const visitor = hashToken(formToken ?? '')
  const captchaTicket = header(request, headerNames.captchaTicket)
  const clientAddress = header(request, headerNames.clientAddress) || request.peerAddress
  const tokens = readTokens(cookies)
  const context: CallContextOf<Service> & { account: typeof account; acting: Acting | undefined } = {
    service,
    aid: signed.aid,
    call,
    visitor,
    isPerson: async () => captchaTicket !== '' && isSolved(service, { ticket: captchaTicket, visitor, call }),
    account,
    acting: acting?.acting,
    session,
    clientAddress,
    from: { clientAddress, client: header(request, 'user-agent').slice(0, 256), tokens },
    isKnownTo: async (accountId) => {
      const known = await knownBrowserOf(service.storage, { accountId, tokens })
      return known !== undefined || (accountId !== undefined && session?.accountId === accountId)
    },
    shownTerms,
    language: header(request, 'accept-language').startsWith('en') ? 'en' : 'zh-Hans',
    start: (session) => {
      started = session
    },
    end: () => {
      ended = true
    },
  }
  comesFrom(context.from)
  const carryOut = async (): Promise<LooseOutcome> => {
    const unproven = session && account && (await judgePower(service, row, { session, account }, input.data))
    if (unproven) return unproven
    if (acting) await noteActive(service, acting.acting)
    return (handler as LooseHandler)(read.input as never, context as never)
  }
  const key = row.once && account ? header(request, headerNames.requestKey) : ''
  const keyed = { key, by: account?.id ?? '', call, input: read.input }
  const outcome = await once(service, keyed, carryOut).catch((error: unknown) => {
    if (error instanceof NoTurn) return busy()
    if (error instanceof TooManySignIns)
      return refuse('too_many_requests', { retry_after: secondsUntil(service.setting, error.until) })
    throw error
  })
  if (started && session && input.data.aff_multi_login !== 1)
    await endReplaced(service, { session, by: started, from: context.from })
  return answered(outcome ?? busy(), started, ended)
}

/** Who acts in the organisation that the input names, or why the call is refused. */
const actingOf = async (
  service: Service,
  { needs: needed, whenFrozen, whenPlaceFrozen, harmless }: Call,
  person: Person,
  { sec_subject_uid }: Record<string, unknown>,
): Promise<{ ok: true; acting: Acting } | (LooseOutcome & { ok: false })> => {
  const found = await actingIn(service, {
    accountId: person.account.id,
    publicId: String(sec_subject_uid),
    needed,
    whenFrozen,
    whenPlaceFrozen,
    session: person.session,
    isAct: !harmless,
  })
  if (found.ok) return found
  if (found.code === 'second_verification_required')
    return found.of === 'person'
      ? refuseStaleProof(service, person, 'organisation')
      : refuseHiddenFactor(service, person, 'organisation', found.hides)
  const { ok: _, code, ...data } = found
  return { ok: false, code, data }
}

const fieldsOf = (row: Call, request: CallRequest) =>
  readInput(row, {
    method: request.method as Method,
    params: request.params,
    query: request.query,
    contentType: header(request, 'content-type'),
    body: request.body,
  })

/** No text needs NUL, and PostgreSQL refuses it in every query. */
const holdsNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\0')

const refusedFields = (error: z.ZodError): { field: string; reason: (typeof fieldRefusals)[number] }[] =>
  error.issues.map((issue) => ({
    field: String(issue.path[0] ?? ''),
    reason: reasonOf(issue),
  }))

const reasonOf = (issue: z.core.$ZodIssue): (typeof fieldRefusals)[number] => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'missing'
  return issue.code === 'custom' && issue.params?.reason === 'contradicts' ? 'contradicts' : 'invalid'
}

/** Removes the cookie of an ended session, and replaces a form token that is missing or belongs to another session. */
const cookiesOf = (
  setting: Setting,
  cookies: Map<string, string>,
  {
    session,
    started,
    ended,
  }: { session: SessionRecord | undefined; started: StartedSession | undefined; ended: boolean },
): string[] => {
  const before = cookies.get(sessionCookie)
  const token = started?.token ?? (ended || !session ? undefined : before)
  const { secrets } = setting
  const set: string[] = []
  if (started)
    set.push(sessionCookieOf(started.token, sessionLongestMs(setting)), accountMarkCookieOf(secrets, started.accountId))
  else if (before !== undefined && token === undefined) set.push(endedSessionCookie)
  if (started?.tokens) set.push(knownBrowserCookieOf(started.tokens))
  if (!isFormToken(secrets, cookies.get(formTokenCookie), token))
    set.push(formTokenCookieOf(newFormToken(secrets, token)))
  return set
}
