import type { FormLimits } from '~/document/page-handle'
import type { AppLoadContext } from '~/framework'
import { closedPageProblem } from '~/navigation/open-pages/closed-pages.server'
import { problem } from '~/navigation/problem'
import type { Args } from '~/runtime/load-context'
import { checkFormToken } from '~/session/form-token.server'
import { limitsOf } from './form-limits'

/** A posted form, and whether its form token belongs to the posting browser. */
export type Posted =
  | { state: 'trusted' | 'refused'; formData: FormData }
  /** The server dropped the body because it was too large. */
  | { state: 'cut_off' }
  /** The form has more fields than any form of the page, so none of them was parsed. */
  | { state: 'too_many_fields' }

const read = new WeakMap<AppLoadContext, Promise<Posted>>()

/**
 * Reads the body of a form, once a request, and checks its form token. Throws a problem page for a damaged body, for a
 * browser that keeps no cookies, and for a page that is closed here.
 */
export const readPosted = (args: Args, limits = limitsOf()): Promise<Posted> => {
  const posted = read.get(args.context) ?? readOnce(args, limits)
  read.set(args.context, posted)
  return posted
}

const readOnce = async (args: Args, limits: FormLimits): Promise<Posted> => {
  const { request, context } = args
  const closed = await closedPageProblem(request)
  if (closed) throw problem(closed)
  const formData = context.cutOff ? new FormData() : await parse(request, limits)
  if (formData === 'damaged') throw problem('bad_request')
  const token = await checkFormToken(args, formData === 'too_many_fields' ? new FormData() : formData)
  if (token === 'no_cookie') throw problem('cookies')
  if (context.cutOff) return { state: 'cut_off' }
  if (formData === 'too_many_fields') return { state: formData }
  context.typed = formData
  return { state: token === 'ok' ? 'trusted' : 'refused', formData }
}

const parse = async (request: Request, limits: FormLimits): Promise<FormData | 'damaged' | 'too_many_fields'> => {
  const type = request.headers.get('content-type') ?? ''
  try {
    const body = Buffer.from(await request.arrayBuffer())
    if (!hasAtMostFields(body, type, limits.names * limits.valuesPerName)) return 'too_many_fields'
    return await new Response(body, { headers: { 'content-type': type } }).formData()
  } catch {
    return 'damaged'
  }
}

/**
 * True when a body has at most this many fields. Each field but the first comes after an `&`, or in a multipart form
 * (RFC 7578) after a line break and two hyphens, whatever the boundary is.
 */
const hasAtMostFields = (body: Buffer, type: string, most: number): boolean => {
  const separator = /^multipart\//i.test(type) ? '\r\n--' : '&'
  let at = -1
  for (let fields = 1; fields <= most; fields += 1) {
    at = body.indexOf(separator, at + 1, 'latin1')
    if (at < 0) return true
  }
  return false
}
