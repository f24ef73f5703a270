import type { Variant } from '#contract/call'
import { env } from './env.server'
import type { Args } from './load-context'

/**
 * The variant of a request: the group of its calls, their envelope, and how a sign-in ends. The web server determines
 * it from the Host header, which the app does not see. A bare `remix-serve` leaves the host in the URL.
 */
export const variantOf = ({ request, context }: Pick<Args, 'request' | 'context'>): Variant =>
  context.variant ?? env().variantAt(new URL(request.url).host)
