import { arrive } from '~/features/platforms/arrive.server'
import type { LoaderFunctionArgs } from '~/framework'

// Where a third-party provider sends people back to.
export const loader = (args: LoaderFunctionArgs) => arrive(args, args.params.platform ?? '')
