import type { LoaderFunctionArgs } from '~/framework'
import { answerValidate } from '~/sso/validation.server'

// Validates a service ticket for a service, by CAS 1.0.
export const loader = (args: LoaderFunctionArgs) => answerValidate(args)
