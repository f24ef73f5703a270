import { leave, signInAgain } from '../session/leave.server'
import { withNext } from '../session/page-address'
import { problem } from '../session/problem'
import { type Args, visitor } from '../session/visitor.server'

/** The loader's first line on a page for people who are signed in: anybody else is sent to sign in, and back afterwards. */
export const requireSignedIn = async (args: Args): Promise<void> => {
  const { signedIn } = await visitor(args)
  if (!signedIn) throw await leave(args, withNext('/login', new URL(args.request.url).pathname))
}

/** A call's answer, as far as a page that shows its data looks at it. */
type Given<Data> = { ok: true; data: Data } | { ok: false; code: string; data: object }

/**
 * The data of a call that such a page is made of. Without them there is no page, so a failure is thrown: to sign in, or
 * as a page of its own.
 */
export const loaded = async <Data extends object>(args: Args, answer: Given<Data>): Promise<Data> => {
  if (answer.ok) return answer.data
  if (answer.code === 'not_signed_in') throw await signInAgain(args)
  const { retry_after: retryAfterSeconds } = answer.data as { retry_after?: number }
  if (retryAfterSeconds !== undefined) throw problem('too_many', { retryAfterSeconds })
  throw problem('bad_request')
}
