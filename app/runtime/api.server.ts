import type { UserCall, Variant } from '#contract/call'
import { type CallName, calls } from '#contract/calls'
import { type Answer, type Client, clientOf, createClient } from '#contract/client'
import type { CookieJar } from '#contract/wire/cookie-jar'
import { hasSignedIn } from '#contract/wire/read-answer'
import { signatureRefusalTexts } from '#contract/wire/signing'
import { UpstreamFailure } from '#contract/wire/upstream-failure'
import { languageOf } from '~/i18n/i18n.server'
import { fullLanguageOf } from '~/i18n/texts'
import { isOpenBeforeTerms, leadToFactor, leadToTerms } from '~/navigation/guards/terms-first.server'
import { problem } from '~/navigation/problem'
import { captchaProof } from '~/session/captcha-proof.server'
import { visitor } from '~/session/visitor.server'
import { isAbsent } from './absent-calls.server'
import { clientAddressOf } from './bare-server.server'
import { env } from './env.server'
import { type Args, oncePerRequest } from './load-context'
import { logIdOf, logOf } from './log.server'
import { standInFor } from './stand-ins/stand-ins.server'
import { askedTerms } from './terms.server'
import { upstream } from './upstream.server'

/**
 * The variant of a request: the group of its calls, their envelope, and how a sign-in ends. The web server determines
 * it from the Host header, which the app does not see. A bare `remix-serve` leaves the host in the URL.
 */
export const variantOf = ({ request, context }: Pick<Args, 'request' | 'context'>): Variant =>
  context.variant ?? env().variantAt(new URL(request.url).host)

type Ask = (input: Record<string, unknown>) => Promise<Answer<UserCall>>

/**
 * The account API for this visitor. An expected failure is a value. If the API gives no answer, a 503 page is thrown,
 * and the log has the cause under the page's log id. An answer "not signed in" ends the session here too.
 */
export const api: (args: Args) => Promise<Client> = oncePerRequest(async (args) => {
  const { jar } = await visitor(args)
  return apiOf(args, jar, {
    isPresent: true,
    shownTerms: isOpenBeforeTerms(args.request) ? undefined : askedTerms()?.version,
  })
})

interface Asking {
  /** True for the current session of this browser: a redirect to the page for a second factor may be thrown. */
  isPresent?: boolean
  /** The version of the terms that a person has to have accepted. Otherwise a redirect to their page is thrown. */
  shownTerms?: string | undefined
}

/** The account API for a session that need not be the browser's current one. */
export const apiOf = async (
  args: Args,
  jar: CookieJar,
  { isPresent = false, shownTerms }: Asking = {},
): Promise<Client> => {
  const { context } = args
  const earlier = await captchaProof(args)
  const client = createClient(upstream(), {
    variant: variantOf(args),
    jar,
    logId: logIdOf(args),
    // Messages are in a full language.
    language: fullLanguageOf(await languageOf(args)),
    clientAddress: clientAddressOf(args),
    userAgent: (args.request.headers.get('user-agent') ?? '').slice(0, 256),
    left: args.request.signal,
    shownTerms,
    // Set when the form of the request is read.
    get requestKey() {
      return context.requestKey
    },
    // Read at each call, because the captcha is solved during the request.
    get captchaTicket() {
      return context.captchaTicket ?? earlier
    },
  })
  const asking: Client = clientOf(calls, async ({ name }, input) => {
    const begun = performance.now()
    const note = (status: number) => context.noteCall?.({ name, status, ms: Math.round(performance.now() - begun) })
    const standIn = isAbsent(name as CallName) ? standInFor(name as CallName) : undefined
    const asked = standIn ? standIn(client, input) : (client[name as CallName] as Ask)(input)
    const answer = await asked.catch((error: unknown) => {
      // Nobody waits for the answer, so it shows nothing about the account API.
      if (!args.request.signal.aborted) note(503)
      throw unavailable(args, error)
    })
    note(answer.ok ? 200 : 400)
    const pendingTicket = pendingTicketIn(answer)
    if (pendingTicket !== undefined) context.pendingTicket = pendingTicket
    if (answer.ok && hasSignedIn(answer.data) && jar.session === undefined) {
      logOf(args).error(
        { logId: logIdOf(args), call: name },
        'the account API signed in, and set no cookie of a session',
      )
      throw problem('unavailable')
    }
    if (!answer.ok && answer.code === 'not_signed_in') jar.endSession()
    if (!answer.ok && answer.code === 'terms_due') throw await leadToTerms(args, asking)
    if (isPresent && !answer.ok && answer.code === 'factor_due') throw await leadToFactor(args, asking)
    if (!answer.ok && answer.code === 'undeclared') {
      const { number, logId: upstreamLogId } = answer
      const line = { logId: logIdOf(args), call: name, number, upstreamLogId }
      logOf(args).warn(line, 'the account API answered a failure that the call does not declare')
    }
    return answer
  })
  return asking
}

/** The ticket of a correct sign-in that waits for the authenticator of its account. */
const pendingTicketIn = (answer: Answer<UserCall>): string | undefined => {
  if (!answer.ok) return answer.code === 'authenticator_required' ? String(answer.data.ticket) : undefined
  const { authenticator_ticket: ticket } = answer.data as { authenticator_ticket?: unknown }
  return typeof ticket === 'string' ? ticket : undefined
}

/** The page for a call without an answer, which the log reports. */
export const unavailable = (args: Args, error: unknown): unknown => {
  if (!(error instanceof UpstreamFailure)) return error
  const { call, kind, logId: upstreamLogId, cause, refused } = error
  if (kind === 'left')
    logOf(args).debug({ logId: logIdOf(args), call }, 'the visitor left before the call was answered')
  else if (kind === 'absent') {
    logOf(args).warn({ logId: logIdOf(args), call }, 'a page needs a call that the account API does not have')
    return problem('not_offered')
  } else if (kind === 'signature')
    logOf(args).error(
      { logId: logIdOf(args), call, kind, refused, upstreamLogId },
      signatureRefusalTexts[refused ?? 'key'],
    )
  else {
    logOf(args).error({ logId: logIdOf(args), call, kind, upstreamLogId, err: cause }, 'the account API gave no answer')
    args.context.isUnanswered = args.context.typed !== undefined
  }
  return problem('unavailable', { retryAfterSeconds: 30 })
}
