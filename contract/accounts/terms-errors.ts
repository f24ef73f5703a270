import { z } from 'zod'

/** The failures for people who have not accepted the operator's current terms. */
export const termsErrors = {
  /**
   * The person has not accepted the version of the terms that the caller shows (header `x-shown-terms`). The call was
   * not begun. Repeat it after acceptTerms.
   */
  terms_due: { number: 1161, status: 403, data: z.object({ version: z.string() }) },
  /** Another version of the terms is the current one. Empty: the operator has no terms. */
  other_terms: { number: 1162, status: 409, data: z.object({ version: z.string() }) },
} as const
