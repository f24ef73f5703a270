import type { LoaderFunctionArgs } from '~/framework'
import { requireOpenPage } from '~/navigation/open-pages/require-open-page.server'
import { redirectTo } from '~/navigation/redirect.server'

// Where the sessions of the account had their own page. They are a part of the page of devices.
export const loader = async (args: LoaderFunctionArgs) => {
  // A redirect comes before the problem page of a closed one.
  await requireOpenPage(args)
  return redirectTo(args, '/settings/accounts')
}
