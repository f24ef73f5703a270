import type { PageHandle } from '~/document/page-handle'
import { beginRequest } from '~/features/authorisation/begin-request.server'
import { isHeldHere } from '~/features/authorisation/held-request.server'
import { Unanswerable } from '~/features/authorisation/unanswerable'
import type { LoaderFunctionArgs } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { replyOver } from '~/navigation/reply-over'

// The address at which applications begin that know the names of open authorisation: it leads to the one of OpenID, or
// begins the request here, where the account API speaks no OpenID.
export const handle: PageHandle = { title: 'authorise.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  if (isHeldHere()) return beginRequest(args)
  const { searchParams: query } = new URL(args.request.url)
  // What open authorisation calls a client_key (spec section 3) is the client_id of OAuth 2.0.
  const [client, ...others] = new Set([...query.getAll('client_id'), ...query.getAll('client_key')])
  if (client === undefined) return replyOver(args, 'authorise.over.title', null)
  // Of two applications, neither is asked for.
  if (others.length > 0) return replyOver(args, 'authorise.over.title', null, 400)
  query.delete('client_key')
  query.set('client_id', client)
  if (!query.has('response_type')) query.set('response_type', 'code')
  return redirectTo(args, `/oidc/auth?${query}`)
}

export default function NoRequest() {
  return <Unanswerable reason="over" />
}
