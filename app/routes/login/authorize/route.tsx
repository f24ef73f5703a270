import { openIdQueryOf } from '#contract/applications/named-request'
import { beginningPath } from '#contract/applications/open-paths'
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
  const query = openIdQueryOf(new URL(args.request.url).searchParams)
  const clients = query.getAll('client_id').length
  if (clients === 0) return replyOver(args, 'authorise.over.title', null)
  // Of two applications, neither is asked for.
  if (clients > 1) return replyOver(args, 'authorise.over.title', null, 400)
  return redirectTo(args, `${beginningPath}?${query}`)
}

export default function NoRequest() {
  return <Unanswerable reason="over" />
}
