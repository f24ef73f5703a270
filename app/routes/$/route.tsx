import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework'
import { busyRetrySeconds, problem } from '~/navigation/problem'

// Any other URL is the bare 404 page. A request that the server refused is answered here too, with its problem page.
export const loader = ({ context: { refusal = 'not_found' } }: LoaderFunctionArgs): never => {
  throw problem(refusal, refusal === 'busy' ? { retryAfterSeconds: busyRetrySeconds } : {})
}

export const action = (args: ActionFunctionArgs): never => loader(args)

export default function Nowhere() {
  return null
}
