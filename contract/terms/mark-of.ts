import type { z } from 'zod'

/** The registries that marks are kept in. */
interface Marks<Mark> {
  get(type: z.ZodType): Mark | undefined
}

/** The mark of a schema, even if it is optional or has a default. */
export const markOf = <Mark>(marks: Marks<Mark>, type: z.ZodType): Mark | undefined => {
  const mark = marks.get(type)
  if (mark) return mark
  const { innerType } = type.def as { innerType?: z.ZodType }
  return innerType && markOf(marks, innerType)
}
