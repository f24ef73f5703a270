import type { LoaderFunctionArgs } from '~/framework'
import { answerServiceValidate } from '~/sso/validation.server'

// Validates a service ticket for a service, by CAS 3.0: with attributes.
export const loader = (args: LoaderFunctionArgs) => answerServiceValidate(args, { withAttributes: true })
