import { z } from 'zod'

/** The schemas that {@link fileOf} has marked, with the message key for a file that is too large. */
const files = z.registry<{ tooLarge: string }>()

/**
 * Marks the schema of a file.
 * @param tooLarge the message key for a file that is too large
 */
export const fileOf = <Schema extends z.ZodType>(schema: Schema, { tooLarge }: { tooLarge: string }): Schema => {
  files.add(schema, { tooLarge })
  return schema
}

/** The fields of a form that take one file or several, with the message key for a file that is too large. */
export const fileFieldsOf = (schema: z.ZodType): { field: string; tooLarge: string }[] =>
  Object.entries(shapeOf(schema)).flatMap(([field, type]) => {
    const tooLarge = files.get(innermost(type))?.tooLarge
    return tooLarge === undefined ? [] : [{ field, tooLarge }]
  })

/** The shape of a form's schema, also inside a preprocess or a transform. */
const shapeOf = (schema: z.core.$ZodType): z.core.$ZodShape => {
  if (schema instanceof z.ZodObject) return schema.shape
  return schema instanceof z.ZodPipe ? { ...shapeOf(schema.in), ...shapeOf(schema.out) } : {}
}

const innermost = (type: z.core.$ZodType): z.core.$ZodType => {
  if (type instanceof z.ZodArray) return innermost(type.element)
  return type instanceof z.ZodOptional || type instanceof z.ZodDefault ? innermost(type.unwrap()) : type
}
