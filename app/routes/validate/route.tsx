import { answerValidate } from '~/features/services/validation.server'
import type { LoaderFunctionArgs } from '~/framework'

// Validates a service ticket for a service, by CAS 1.0.
export const loader = (args: LoaderFunctionArgs) => answerValidate(args)
