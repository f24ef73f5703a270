import { z } from 'zod'
import { markOf } from './mark-of'

/** The owner of a name that others see. */
export const namedKinds = ['organisation', 'application', 'member', 'role'] as const
export type NamedKind = (typeof namedKinds)[number]

/**
 * Why a name that others see is refused, as the reason of an invalid field; the web app has a text for each. `name_scripts`:
 * a word mixes letters of several writing systems.
 */
export const shownNameRefusals = [
  'name_quotes',
  'name_characters',
  'name_digits',
  'name_address',
  'name_scripts',
  'name_official',
  'name_of_site',
] as const
export type NameRefusal = (typeof shownNameRefusals)[number]

interface Mark {
  kind: NamedKind
  /** The field with the name, if the marked one is an object. */
  inside?: string
}

const marks = z.registry<Mark>()

/** Marks the schema of a name that others see: each call with one reviews it, unless it is unchanged. */
export const shownName = <Type extends z.ZodType>(kind: NamedKind, type: Type, inside?: string): Type => {
  marks.add(type, inside === undefined ? { kind } : { kind, inside })
  return type
}

/** A name in an input that others see, with the field for a refusal. */
export interface GivenName {
  field: string
  kind: NamedKind
  value: string
  /** The field of the input, if the name is inside it. */
  within?: string
}

/** An input field that has the mark. */
export interface NameField extends Mark {
  name: string
}

/** The fields of an input that have the mark, also where the field is optional or has a default. */
export const nameFields = (input: z.ZodObject): NameField[] =>
  Object.entries(input.shape).flatMap(([name, type]) => {
    const mark = markOf(marks, type as z.ZodType)
    return mark ? [{ name, ...mark }] : []
  })

/** The names in an input that others see. An empty name does not count. */
export const givenNames = (fields: readonly NameField[], input: Record<string, unknown>): GivenName[] =>
  fields.flatMap(({ name, kind, inside }) => {
    const given = input[name]
    const value = inside === undefined ? given : (given as Record<string, unknown> | undefined)?.[inside]
    return typeof value === 'string' && value.trim() !== ''
      ? [{ field: inside ?? name, kind, value, ...(inside !== undefined && { within: name }) }]
      : []
  })

export const withNames = <Input extends Record<string, unknown>>(
  input: Input,
  names: readonly GivenName[],
  stored: (value: string) => string,
): Input => {
  const read: Record<string, unknown> = { ...input }
  for (const { field, value, within } of names)
    if (within === undefined) read[field] = stored(value)
    else read[within] = { ...(read[within] as object), [field]: stored(value) }
  return read as Input
}
