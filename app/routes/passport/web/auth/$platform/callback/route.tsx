import { arrive } from '~/features/platforms/arrive.server'
import type { LoaderFunctionArgs } from '~/framework'

// The address to which a third-party provider returns people.
export const loader = (args: LoaderFunctionArgs) => arrive(args, args.params.platform ?? '')
