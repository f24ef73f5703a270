import { answerServiceValidate } from '~/features/services/validation.server'
import type { LoaderFunctionArgs } from '~/framework'

// Validates a service ticket for a service, by CAS 3.0: with attributes.
export const loader = (args: LoaderFunctionArgs) => answerServiceValidate(args, { withAttributes: true })
