import { z } from 'zod'
import { markOf } from './mark-of'
import { sensitive } from './sensitive'

/** The kinds of address that an account can have, each proven by a code. Each is the name of its field. */
export const addressKinds = ['mobile', 'email'] as const
export type AddressKind = (typeof addressKinds)[number]

const marks = z.registry<{ kind: AddressKind }>()

/**
 * Marks the schema of a new address: each call with one asks the policy about it. A copy, because other calls use the
 * same kind of address as an existing one.
 */
export const newAddress = <Type extends z.ZodType>(kind: AddressKind, type: Type): Type => {
  const own = sensitive(type)
  marks.add(own, { kind })
  return own
}

/** An input field that has the mark. */
export interface NewAddressField {
  name: string
  kind: AddressKind
}

/** The fields of an input that have the mark, also where the field is optional or has a default. */
export const newAddressFields = (input: z.ZodObject): NewAddressField[] =>
  Object.entries(input.shape).flatMap(([name, type]) => {
    const mark = markOf(marks, type as z.ZodType)
    return mark ? [{ name, ...mark }] : []
  })
