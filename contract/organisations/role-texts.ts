import { z } from 'zod'
import { sensitive } from '../terms/sensitive'
import { shownName } from '../terms/shown-names'

/** The name of a role, and what it is for. No control characters: both stand in lists. */
export const roleName = shownName(
  'role',
  sensitive(
    z
      .string()
      .trim()
      .min(1)
      .max(60)
      .regex(/^\P{Cc}+$/u),
  ),
)
export const roleDescription = z
  .string()
  .trim()
  .max(300)
  .regex(/^(\P{Cc}|[\r\n\t])*$/u)
