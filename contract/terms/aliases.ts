import { z } from 'zod'
import { isSensitive, sensitive } from './sensitive'

/** A second name of an input field. */
export interface Alias {
  /** The field whose second name it is. */
  of: string
  /** True if it may be used here. Elsewhere it contradicts the other fields. Default: always. */
  when: (input: Record<string, unknown>) => boolean
}

const marks = z.registry<Alias>()

/**
 * The schema of a second name of a field (spec section 3 has two names for some). A server moves its value to the field
 * before the schema is applied ({@link withoutAliases}), so a remaining value contradicts the field.
 */
export const aliasOf = <Type extends z.ZodType>(
  of: string,
  type: Type,
  when: Alias['when'] = () => true,
): z.ZodOptional<Type> => {
  const contradicts = type.refine(() => false, { params: { reason: 'contradicts' } })
  if (isSensitive(type)) sensitive(contradicts)
  const alias = contradicts
    .optional()
    .describe(`A second name of ${of}. If both are given, their values must be equal.`)
  marks.add(alias, { of, when })
  return alias as z.ZodOptional<Type>
}

/** The aliases of an input, by their names. */
export const aliasesIn = (input: z.ZodObject): Record<string, Alias> =>
  Object.fromEntries(
    Object.entries(input.shape).flatMap(([name, type]) => {
      const alias = marks.get(type as z.ZodType)
      return alias ? [[name, alias]] : []
    }),
  )

/**
 * Moves the value of each alias to its field.
 * @returns the fields, including aliases that contradict them
 */
export const withoutAliases = (
  aliases: Record<string, Alias>,
  fields: Record<string, unknown>,
): Record<string, unknown> => {
  const moved = { ...fields }
  for (const [name, { of, when }] of Object.entries(aliases)) {
    const value = moved[name]
    if (value === undefined || !when(fields) || (moved[of] !== undefined && moved[of] !== value)) continue
    delete moved[name]
    moved[of] = value
  }
  return moved
}
