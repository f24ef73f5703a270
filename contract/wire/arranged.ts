import type { z } from 'zod'
import { listIn } from '#contract/terms/fitted'

/** Fields of answers that have other names in the specification, the likeliest first. */
const otherNames: Record<string, readonly string[]> = {
  ticket: ['verify_ticket', 'value_ticket'],
  verify_ticket: ['ticket', 'cancel_ticket'],
  redirect_url: ['redirect_uri'],
  returns_to: ['redirect_uri'],
  identity_id: ['deputy_identity_id', 'user_identity_id'],
  sec_user_identity_id: ['identity_id', 'user_identity_id'],
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMissing = (value: unknown): boolean => value === undefined || value === null

const named = (fields: Fields): Fields => {
  const found = Object.entries(otherNames).flatMap(([name, others]) => {
    const other = isMissing(fields[name]) ? others.find((each) => !isMissing(fields[each])) : undefined
    return other === undefined ? [] : [[name, fields[other]]]
  })
  return found.length > 0 ? { ...fields, ...Object.fromEntries(found) } : fields
}

type Definition = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  element?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
}

/** The definition of a type of a kind, inside defaults and choices of entries. Undefined for a type of another kind. */
const inside = ({ _zod }: z.core.$ZodType, kind: 'array' | 'object'): Definition | undefined => {
  const definition: Definition = _zod.def
  const next = definition.innerType ?? definition.in
  return definition.type === kind ? definition : next && inside(next, kind)
}

/**
 * The data of a success, arranged like its row. The specification names no list and no wrapper, so the only list of an
 * answer is the list of the row, a plain text in a list is the first field of its entry, and the fields of a missing
 * wrapper may be at its level.
 */
export const arranged = (shape: Record<string, z.ZodType>, sent: Fields): Fields => {
  const data = unwrapped(shape, sent)
  const missing = Object.entries(shape).filter(([field]) => isMissing(data[field]))
  const wrappers = missing.flatMap(([field, type]) => (type.def.type === 'prefault' ? [[field, data]] : []))
  const [list, ...lists] = missing.filter(([, type]) => inside(type, 'array')).map(([field]) => field)
  const given = Object.entries(data).flatMap(([field, value]) => (shape[field] ? [] : [listIn(value) ?? []]))
  const [only, ...others] = given.filter((each) => each.length > 0)
  const isOnly = list !== undefined && lists.length === 0 && only !== undefined && others.length === 0
  const complete = { ...data, ...Object.fromEntries(wrappers), ...(isOnly && { [list]: only }) }
  const entries = Object.entries(complete).flatMap(([field, value]) =>
    Array.isArray(value) ? [[field, entriesOf(shape[field], value)]] : [],
  )
  return named({ ...complete, ...Object.fromEntries(entries) })
}

/** The content of the only field of an answer that the row lacks, such as `result`. */
const unwrapped = (shape: Record<string, z.ZodType>, data: Fields): Fields => {
  const [[name = '', inside] = [], ...others] = Object.entries(data)
  return others.length === 0 && isFields(inside) && shape[name] === undefined ? inside : data
}

const entriesOf = (type: z.ZodType | undefined, entries: unknown[]): unknown[] => {
  const element = type && inside(type, 'array')?.element
  const [first] = Object.keys((element && inside(element, 'object')?.shape) ?? {})
  if (first === undefined) return entries
  return entries.map((entry) =>
    typeof entry === 'string' ? { [first]: entry } : isFields(entry) ? named(entry) : entry,
  )
}
