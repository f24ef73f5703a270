import { endSmall } from '~/document/small.server'
import type { LoaderFunctionArgs } from '~/framework'
import { redirectTo } from '~/navigation/redirect.server'

// Leads from the small pages to the ordinary ones.
export const loader = (args: LoaderFunctionArgs) => redirectTo(args, '/', { cookies: endSmall() })
