import type { Logger } from 'pino'
import type { Variant } from '#contract/call'
import type { OperatorScope } from '#contract/operator/operator-power'
import type { AppLoadContext } from '~/framework'
import type { Language } from '~/i18n/texts'
import type { ProblemKind } from '~/navigation/problem'

/** A call of the account API, as telemetry records it. */
export interface NotedCall {
  name: string
  /** 200, 400 for a failure that the call declares, and 503 for no answer. */
  status: number
  ms: number
}

/** The operator who uses the desk. */
export interface DeskVisitor {
  /** The username, by which the log names an operator. */
  name: string
  /** The name that the operator's account shows. */
  holder: string
  scopes: readonly OperatorScope[]
  userId: string | null
  /** When the session at the desk ends at the latest, as an ISO time. */
  expiresAt: string | null
  /** Until when the factor that opened the desk is fresh, as an ISO time. */
  factorUntil: string | null
}

/** The facts that a server around the app may pass about a request. A bare `remix-serve` passes none. */
export interface RequestFacts {
  /** True if the request came to the operator's desk. Missing: to the public site. */
  door?: 'desk'
  /** From the guard of the desk's pages to the document: the operator who makes the request. */
  operator?: DeskVisitor
  /** True while a form of the desk is answered, whose page is drawn by the same request. */
  hasPosted?: true
  /** The visitor's address, from the connection or from a trusted proxy. */
  clientAddress?: string
  variant?: Variant
  /** Identifies this request in the log, in the `x-log-id` header and on the page of a failure. */
  logId?: string
  log?: Logger
  /** Notes a call for telemetry. Missing when nothing of the request may be recorded. */
  noteCall?: (call: NotedCall) => void
  /** The server refused the request itself; the app explains it in the visitor's language. */
  refusal?: ProblemKind
  /** True when the posted form contained a file that was too large: nothing of the form arrived. */
  cutOff?: boolean
  /**
   * The server had no capacity for the work of a posted form: the seconds until the next attempt. The form is shown
   * again, with the typed values.
   */
  busy?: number
  /**
   * From the app to the server: the account API gave no answer to a form's call. With `busy`, from the server to the
   * app: the form is shown again because of that, and keeps its request key, because the call may have been carried
   * out.
   */
  isUnanswered?: boolean
  /** The ticket of a captcha that this request has solved, for the call that required it. */
  captchaTicket?: string
  /** True: a session that this request begins ends when the browser is closed. */
  isBriefSession?: boolean
  /**
   * The ticket of a sign-in that this request began, and that waits for the authenticator: redirects lead to its page.
   */
  pendingTicket?: string
  /** From an action: the language that a button of its form requests, instead of the request's. */
  language?: Language
  /** From an action to the document: its page has an island, whose script may reach these further origins. */
  islandOrigins?: string[]
  /** Set by a loader or an action: further origins, and schemes of host apps, to which forms of its page may lead. */
  leavingOrigins?: string[]
  /** From a loader to the document: the path and query of the next page, which loads automatically. */
  goesOnAt?: string
  /** From a loader to the document: the message key of its title, if the page explains why it cannot do its task. */
  title?: string
  /** From an action to the document: when the form may be sent again. */
  retryAfterSeconds?: number
  /** The fields of the posted form. */
  typed?: FormData
  /** The request key of the posted form, under which its calls are made. */
  requestKey?: string
  /** From the app to the server: the form token of this answer, which must not be compressed with the rest. */
  formToken?: string
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends RequestFacts {}
}

/**
 * The request-specific arguments of loaders and actions. Remix gives every loader its own copy of the request, but the
 * same context. So results that are computed once per request are stored with the context.
 */
export interface Args {
  request: Request
  context: AppLoadContext
  /** The values in the URL of the `$parameters` of the route's path. */
  params: Readonly<Record<string, string | undefined>>
}

/** Runs `find` at most once per request. */
export const oncePerRequest = <Found>(find: (args: Args) => Found): ((args: Args) => Found) => {
  // As a WeakMap key, a context would live until the next collection of the old generation.
  const found = Symbol('found')
  return (args) => {
    const carrier: AppLoadContext & { [found]?: Found } = args.context
    const known = carrier[found]
    if (known !== undefined) return known
    const fresh = find(args)
    carrier[found] = fresh
    return fresh
  }
}
