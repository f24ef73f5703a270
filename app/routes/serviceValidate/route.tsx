import type { LoaderFunctionArgs } from '~/framework'
import { answerServiceValidate } from '~/sso/validation.server'

// Validates a service ticket for a service, by CAS 2.0.
export const loader = (args: LoaderFunctionArgs) => answerServiceValidate(args, { withAttributes: false })
