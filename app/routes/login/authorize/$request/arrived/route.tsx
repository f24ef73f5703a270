import { proveByVisit } from '~/features/third-party/arrive-for-request.server'
import type { LoaderFunctionArgs } from '~/framework'

// Where somebody comes back to from a third-party provider, to go on with a request of an application.
export const loader = (args: LoaderFunctionArgs) => proveByVisit(args)
