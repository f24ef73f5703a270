import type { LoaderFunctionArgs } from '~/framework'
import { requireOpenPage } from '~/navigation/open-pages/require-open-page.server'
import { redirectTo } from '~/navigation/redirect.server'

// The former page of the account's sessions, now a part of the page of devices.
export const loader = async (args: LoaderFunctionArgs) => {
  // The redirect comes before the problem page for a closed page.
  await requireOpenPage(args)
  return redirectTo(args, '/settings/accounts')
}
