import { serviceIn } from '~/features/services/asked-service.server'
import type { LoaderFunctionArgs } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'

// The address at which clients of CAS expect the page that signs out.
export const loader = (args: LoaderFunctionArgs) => {
  const service = serviceIn(args.request)
  return redirectTo(args, `/passport/sso/logout${service && `?${new URLSearchParams({ service })}`}`)
}
