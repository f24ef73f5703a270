import { requireData } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { leaveTo } from '~/navigation/returning/leave.server'
import { withNext } from '~/navigation/returning/return-address'
import { nextTo } from '~/navigation/returning/return-address.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'
import { visitor } from '~/session/visitor.server'
import { askedService, serviceIn } from './asked-service.server'

/** A parameter of CAS counts if it is present, whatever its value. */
const isSet = ({ url }: Request, parameter: string): boolean => new URL(url).searchParams.has(parameter)

/** The page of a service, with the parameters of the request that count there. */
const pageOf = ({ request }: Args, path: string): string => {
  const renew: [string, string][] = isSet(request, 'renew') ? [['renew', 'true']] : []
  return `${path}?${new URLSearchParams([['service', serviceIn(request)], ...renew])}`
}

/** The page that a sign-in for a service ends at, and that continues to the service. */
const afterSignIn = '/login/service'
const freshProof = '/login/service/renew'

const signInFirst = async (args: Args): Promise<Response> =>
  redirectTo(args, withNext('/login', await nextTo(args, pageOf(args, afterSignIn))))

/** The address at which `afterSignIn` continues: the page of this request, below `/login`. */
export const goOnAt = (args: Args): string => pageOf(args, '/login')

/**
 * Answers `/login?service=…` of CAS: redirects to the service, with a ticket for the signed-in person. Otherwise the
 * sign-in comes first, or, if the service only asks (`gateway`), the redirect has no ticket. `renew` requires a fresh
 * proof. An unregistered address gets no redirect, but a page that says so.
 */
export const toService = async (args: Args): Promise<Response> => {
  const service = await askedService(args)
  if (!service) return redirectTo(args, pageOf(args, afterSignIn))
  const renew = isSet(args.request, 'renew')
  const onlyAsks = isSet(args.request, 'gateway') && !renew && service.mayGateway
  const withoutTicket = () => (onlyAsks ? leaveTo(args, service.url) : signInFirst(args))
  if (!(await visitor(args)).signedIn) return withoutTicket()
  const client = await api(args)
  const answer = await client.issueServiceTicket({ service: service.url, renew: renew ? 1 : 0 })
  if (!answer.ok && answer.code === 'second_verification_required') return redirectTo(args, pageOf(args, freshProof))
  // Signed in, according to the cookie, but the session has ended elsewhere.
  if (!answer.ok && answer.code === 'not_signed_in') return withoutTicket()
  const { url } = await requireData(args, answer)
  return leaveTo(args, url)
}
