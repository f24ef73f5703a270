import type { PageHandle } from '~/document/page-handle'
import { Unanswerable } from '~/features/authorisation/unanswerable'
import type { LoaderFunctionArgs } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { replyOver } from '~/navigation/reply-over'

// The address at which applications begin that know the names of open authorisation: it leads to the one of OpenID.
export const handle: PageHandle = { title: 'authorise.title' }

/** The names of open authorisation (spec section 3), by those of OAuth 2.0. */
const otherNames = { client_id: 'client_key' } as const

export const loader = async (args: LoaderFunctionArgs) => {
  const { searchParams: query } = new URL(args.request.url)
  for (const [name, other] of Object.entries(otherNames)) {
    const given = query.get(other)
    query.delete(other)
    if (given !== null && !query.has(name)) query.set(name, given)
  }
  if (!query.has('client_id')) return replyOver(args, 'authorise.over.title', null)
  if (!query.has('response_type')) query.set('response_type', 'code')
  return redirectTo(args, `/oidc/auth?${query}`)
}

export default function NoRequest() {
  return <Unanswerable reason="over" />
}
