import { type Args, oncePerRequest } from '../load-context'
import { problem } from '../navigation/problem'
import { checkFormToken } from '../session/form-token.server'

/** A posted form, and whether its form token is that of the browser that posts it. */
export type Posted =
  | { state: 'trusted' | 'refused'; formData: FormData }
  /** The server dropped the body because it was too large. */
  | { state: 'cut_off' }

/**
 * Reads the body of a form and checks its form token. Throws a problem page for a body that was damaged on its way, and
 * for a browser that keeps no cookies.
 */
export const readPosted = oncePerRequest(async (args: Args): Promise<Posted> => {
  const { request, context } = args
  const formData = context.cutOff ? new FormData() : await request.formData().catch(() => undefined)
  if (!formData) throw problem('bad_request')
  const token = await checkFormToken(args, formData)
  if (token === 'no_cookie') throw problem('cookies')
  if (context.cutOff) return { state: 'cut_off' }
  return { state: token === 'ok' ? 'trusted' : 'refused', formData }
})
