import { proveByVisit } from '~/features/third-party/arrive-for-request.server'
import type { LoaderFunctionArgs } from '~/framework'

// The page at which a visit to a third-party provider ends, when it was for a request of an application.
export const loader = (args: LoaderFunctionArgs) => proveByVisit(args)
