import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework'
import { busyRetrySeconds, problem } from '~/navigation/problem'
import { refusalOf } from '~/runtime/bare-server.server'

// Any other URL is the bare 404 page. A request that the server refused is answered here too, with its problem page.
export const loader = (args: LoaderFunctionArgs): never => {
  const refusal = refusalOf(args) ?? 'not_found'
  throw problem(refusal, refusal === 'busy' ? { retryAfterSeconds: busyRetrySeconds } : {})
}

export const action = (args: ActionFunctionArgs): never => loader(args)

export default function Nowhere() {
  return null
}
