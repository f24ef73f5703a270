import { answerServiceValidate } from '~/features/services/validation.server'
import type { LoaderFunctionArgs } from '~/framework'

// Validates a service ticket for a service, by CAS 2.0.
export const loader = (args: LoaderFunctionArgs) => answerServiceValidate(args, { withAttributes: false })
