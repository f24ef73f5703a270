import { openParameters } from '#contract/applications/open-fields'
import { problem } from '~/navigation/problem'
import { redirectTo } from '~/navigation/redirect.server'
import type { Args } from '~/runtime/load-context'
import { logIdOf, logOf } from '~/runtime/log.server'
import { holdRequest } from './held-request.server'
import { requestPath } from './request-path'

type Parameter = keyof typeof openParameters.shape

/** The names of each parameter in the address (spec section 3; client_id is defined in RFC 6749). */
const names: Record<Parameter, readonly string[]> = {
  client_key: ['client_key', 'client_id'],
  scope: ['scope', 'scopes'],
  source: ['source'],
  redirect_uri: ['redirect_uri'],
  state: ['state'],
}

/**
 * Begins a request of an application that this web app holds, from the parameters in the address, and redirects to its
 * page. No answer goes to the redirect_uri, because only the account API knows whether it is the application's. Throws
 * the problem page for a parameter that is missing, repeated (RFC 6749, section 3.1), or invalid. The log says which
 * one.
 */
export const beginRequest = async (args: Args): Promise<Response> => {
  const { searchParams: query } = new URL(args.request.url)
  const given = Object.entries(names).flatMap(([parameter, each]) => {
    // A parameter without a value counts as left out (RFC 6749, section 3.1).
    const values = each.map((name) => query.getAll(name).filter((value) => value !== ''))
    const [value, ...others] = new Set(values.flat())
    if (others.length > 0 || values.some(({ length }) => length > 1)) throw refused(args, parameter, 'repeated')
    return value === undefined ? [] : [[parameter, value] as const]
  })
  const asked = openParameters.safeParse(Object.fromEntries(given))
  if (!asked.success) {
    const parameter = String(asked.error.issues[0]?.path[0])
    throw refused(args, parameter, given.some(([name]) => name === parameter) ? 'not allowed' : 'missing')
  }
  const { uid, cookies } = await holdRequest(args, asked.data)
  return redirectTo(args, requestPath(uid), { cookies })
}

const refused = (args: Args, parameter: string, fault: 'missing' | 'repeated' | 'not allowed'): Response => {
  logOf(args).info({ logId: logIdOf(args), parameter, fault }, 'a request of an application was refused')
  return problem('authorisation')
}
