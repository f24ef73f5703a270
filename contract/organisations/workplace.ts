import { z } from 'zod'
import { email, mobile } from '#contract/terms/fields'
import { sensitive } from '#contract/terms/sensitive'

/** The id of a person in a workplace. It cannot form a header or a path, and contains no markup. */
const userId = z.string().regex(/^[A-Za-z0-9][\w.-]{0,63}$/)

/**
 * Identifies a person in the workplace whose messaging the operator has set up: by their email or mobile number there,
 * or by their user id. The length is checked first.
 */
export const workplaceId = sensitive(
  z
    .string()
    .max(254, { abort: true })
    .pipe(z.union([email, mobile, userId])),
)

/** The kind of a {@link workplaceId}. The three forms are disjoint. */
export const workplaceKindOf = (id: string): 'email' | 'mobile' | 'user_id' => {
  if (id.includes('@')) return 'email'
  return id.startsWith('+') ? 'mobile' : 'user_id'
}
