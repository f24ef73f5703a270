import { openIdQueryOf } from '#contract/applications/named-request'
import { beginningPath } from '#contract/applications/open-paths'
import type { PageHandle } from '~/document/page-handle'
import { beginRequest } from '~/features/authorisation/begin-request.server'
import { isHeldHere } from '~/features/authorisation/held-request.server'
import { Unanswerable } from '~/features/authorisation/unanswerable'
import type { LoaderFunctionArgs } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { replyOver } from '~/navigation/reply-over'

// The entry of requests in the names of open authorisation: redirects to the OpenID address, or begins the request
// here, if the account API has no OpenID.
export const handle: PageHandle = { title: 'authorise.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  if (isHeldHere()) return beginRequest(args)
  const query = openIdQueryOf(new URL(args.request.url).searchParams)
  const clients = query.getAll('client_id').length
  if (clients === 0) return replyOver(args, 'authorise.over.title', null)
  // If two applications are named, neither is used.
  if (clients > 1) return replyOver(args, 'authorise.over.title', null, 400)
  return redirectTo(args, `${beginningPath}?${query}`)
}

export default function NoRequest() {
  return <Unanswerable reason="over" />
}
