import { z } from 'zod'
import { isAtMost } from '#contract/terms/characters'
import { sensitive } from '#contract/terms/sensitive'
import { shownName } from '#contract/terms/shown-names'

/** The maximum length of a role's name, in characters. */
export const roleNameMaxLength = 60

/** The name and the description of a role. Neither has control characters, because both are in lists. */
export const roleName = shownName(
  'role',
  sensitive(
    z
      .string()
      .trim()
      .min(1)
      .refine(isAtMost(roleNameMaxLength))
      .regex(/^\P{Cc}+$/u),
  ),
)
export const roleDescription = z
  .string()
  .trim()
  .refine(isAtMost(300))
  .regex(/^(\P{Cc}|[\r\n\t])*$/u)
  .meta({ maxLength: 300 })
