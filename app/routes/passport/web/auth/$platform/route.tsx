import type { LoaderFunctionArgs } from '~/framework'
import { startVisit } from '~/third-party/visit.server'

// The way to a third-party provider: to sign in with it, or, signed in, to connect it.
export const loader = (args: LoaderFunctionArgs) => startVisit(args, args.params.platform ?? '')
