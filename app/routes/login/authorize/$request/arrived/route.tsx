import { proveByVisit } from '~/features/platforms/arrive-for-request.server'
import type { LoaderFunctionArgs } from '~/framework'

// The end of a visit to a third-party provider that was for a request of an application.
export const loader = (args: LoaderFunctionArgs) => proveByVisit(args)
