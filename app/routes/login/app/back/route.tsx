import { linkBack } from '~/features/host-app/host-app.server'
import type { LoaderFunctionArgs } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'
import { leaveTo } from '~/navigation/returning/leave.server'

// Redirects to a host app, by a deep link that reports what has happened. If the app is not on the list, redirects to
// the account.
export const loader = async (args: LoaderFunctionArgs) => {
  const link = await linkBack(args)
  return link ? leaveTo(args, link) : redirectTo(args, '/settings')
}
