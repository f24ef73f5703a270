import type { PageHandle } from '~/document/page-handle'
import { askedService } from '~/features/services/asked-service.server'
import { GoingTo } from '~/features/services/going-to'
import { goOnAt } from '~/features/services/to-service.server'
import { UnknownService } from '~/features/services/unknown-service'
import { type LoaderFunctionArgs, reply, useLoaderData } from '~/framework'
import { requireSignedIn } from '~/navigation/guards/guards.server'
import { replyOver } from '~/navigation/reply-over'

// After signing in for a service. Browsers apply the form's policy to the redirects after it, so the redirect to the
// service begins on its own page, which continues automatically.
export const handle: PageHandle = { title: 'service.title' }

export const loader = async (args: LoaderFunctionArgs) => {
  const service = await askedService(args)
  if (!service) return replyOver(args, 'service.unknown.title', { service: null })
  await requireSignedIn(args)
  const to = goOnAt(args)
  args.context.goesOnAt = to
  return reply({ service: { name: service.name, to } })
}

export default function ToService() {
  const { service } = useLoaderData<typeof loader>()
  return service ? <GoingTo {...service} /> : <UnknownService />
}
