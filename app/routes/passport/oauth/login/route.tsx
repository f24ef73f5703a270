import { arrive } from '~/features/platforms/arrive.server'
import { startVisit } from '~/features/platforms/visit.server'
import type { LoaderFunctionArgs } from '~/framework'

// Redirects to the deployment's own issuer, which sends people back here with a state.
export const loader = (args: LoaderFunctionArgs) =>
  new URL(args.request.url).searchParams.has('state') ? arrive(args, undefined) : startVisit(args, undefined)
