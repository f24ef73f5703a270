import type { Logger } from 'pino'
import type { Variant } from '../contract/call'
import type { AppLoadContext } from './framework'
import type { Language } from './i18n/texts'
import type { ProblemKind } from './navigation/problem'

/** What a server that runs the app may tell it about one request. A bare `remix-serve` tells nothing. */
export interface RequestFacts {
  /** The visitor's address, from the connection or from a proxy that is trusted. */
  clientAddress?: string
  /** The variant of the host that was asked. */
  variant?: Variant
  /** Names this request in the log, in the `x-log-id` header and on the page of a failure. */
  logId?: string
  log?: Logger
  /** The server refused the request itself; the app says so in the visitor's language. */
  refusal?: ProblemKind
  /** The posted form held a file that was too large: nothing of the form came through. */
  cutOff?: boolean
  /**
   * The server has no room for the work of a posted form: the seconds until a further try. The form is shown again, with
   * what was typed.
   */
  busy?: number
  /** The ticket of a captcha that this request has solved, for the call that asked for it. */
  captchaTicket?: string
  /** Told by an action: the language that a button of its form asks for, in place of the request's. */
  language?: Language
  /** Told by an action to the document: its page has an island, whose script may reach these origins beside ours. */
  islandOrigins?: string[]
  /** Set by a loader or an action: the origins beside ours, and the schemes of host apps, that the forms of its page may lead to. */
  leavingOrigins?: string[]
  /** Told by a loader to the document: the path and query at which the page goes on by itself. */
  goesOnAt?: string
  /** Told by an action to the document: when the form may be sent again. */
  retryAfterSeconds?: number
  /** Told by the app to the server: the form token of this answer, which is not to be compressed with the rest. */
  formToken?: string
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends RequestFacts {}
}

/**
 * What loaders and actions are given, as far as a request's own facts go. Remix hands every loader its own copy of the
 * request but one context, so what is found out once a request hangs on the context.
 */
export interface Args {
  request: Request
  context: AppLoadContext
  /** What the URL gives for the `$parameters` of the route's path. */
  params: Readonly<Record<string, string | undefined>>
}

/** Runs `find` at most once a request. */
export const oncePerRequest = <Found>(find: (args: Args) => Found): ((args: Args) => Found) => {
  // As the key of a WeakMap, a context would live until the next collection of the old generation.
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
