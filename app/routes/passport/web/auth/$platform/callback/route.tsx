import type { LoaderFunctionArgs } from '~/framework'
import { arrive } from '~/third-party/arrive.server'

// Where a third-party provider sends people back to.
export const loader = (args: LoaderFunctionArgs) => arrive(args, args.params.platform ?? '')
