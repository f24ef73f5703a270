import { startVisit } from '~/features/platforms/visit.server'
import type { LoaderFunctionArgs } from '~/framework'

// Redirects to a third-party provider: to sign in with it, or, if signed in, to connect it.
export const loader = (args: LoaderFunctionArgs) => startVisit(args, args.params.platform ?? '')
