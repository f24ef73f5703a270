import type { ActionFunctionArgs, LoaderFunctionArgs } from '~/framework'
import { problem } from '~/navigation/problem'

// Any other URL is the bare 404 page. A request that the server refused is answered here too, with its problem page.
export const loader = ({ context }: LoaderFunctionArgs): never => {
  throw problem(context.refusal ?? 'not_found')
}

export const action = (args: ActionFunctionArgs): never => loader(args)

export default function Nowhere() {
  return null
}
