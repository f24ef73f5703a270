import type { LoaderFunctionArgs } from '@remix-run/node'
import { problem } from '~/session/problem'

// Any other address is the bare 404; a request that the server refused is answered here too, with its own page.
export const loader = ({ context }: LoaderFunctionArgs): never => {
  throw problem(context.refusal ?? 'not_found')
}

export const action = loader

export default function Nowhere() {
  return null
}
