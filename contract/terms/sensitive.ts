import { z } from 'zod'
import { markOf } from './mark-of'

const marks = z.registry<{ sensitive: true }>()

/**
 * A copy of a schema, marked as a sensitive field: a call obfuscates each of its input fields that has the mark, even
 * if the field is optional or has a default (spec section 5).
 */
export const sensitive = <Type extends z.ZodType>(type: Type): Type => {
  // The original schema, which other fields share, stays unchanged.
  const own = type.clone() as Type
  marks.add(own, { sensitive: true })
  return own
}

export const sensitiveFields = (input: z.ZodObject): string[] =>
  Object.entries(input.shape).flatMap(([field, type]) => (isSensitive(type as z.ZodType) ? [field] : []))

/** True for a schema with the mark, even if it is optional or has a default. */
export const isSensitive = (type: z.ZodType): boolean => markOf(marks, type) !== undefined
