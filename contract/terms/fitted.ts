import { z } from 'zod'

type Type = z.core.$ZodType

interface Definition {
  type: string
  innerType?: Type
  in?: Type
  options?: readonly Type[]
  element?: Type
  shape?: Record<string, Type>
}

const definitionOf = ({ _zod }: Type): Definition => _zod.def as Definition

const takes = (type: Type, value: unknown): boolean => z.safeParse(type, value).success

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const switches: ReadonlyMap<unknown, boolean> = new Map([
  ...[1, '1', 'true'].map((on) => [on, true] as const),
  ...[0, '0', 'false'].map((off) => [off, false] as const),
])

/** A list, or the only list in an object. */
export const listIn = (value: unknown): unknown[] | undefined => {
  if (Array.isArray(value)) return value
  const lists = isObject(value) ? Object.values(value).filter(Array.isArray) : []
  return lists.length === 1 ? lists[0] : undefined
}

/** The fields of a text that is JSON. Any other text is the first field. */
const fieldsOfText = (text: string, [first = '']: readonly string[]): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return { [first]: text }
  }
}

/** The fields of a list of names with values. */
const fieldsOfPairs = (list: readonly unknown[]): unknown =>
  Object.fromEntries(list.flatMap((pair) => (isObject(pair) ? [Object.values(pair)] : [])))

/** Other spellings of a value of each type. */
const readings: Record<string, (value: unknown, definition: Definition) => unknown> = {
  number: (value) => {
    if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
    const isOn = switches.get(typeof value === 'boolean' ? String(value) : value)
    return isOn === undefined ? value : Number(isOn)
  },
  boolean: (value) => switches.get(value) ?? value,
  string: (value) => {
    if (typeof value === 'number') return String(value)
    return isObject(value) ? (Object.values(value).find((each) => typeof each === 'string') ?? value) : value
  },
  array: (value, { element }) => {
    const list = value ?? []
    const entries = typeof list === 'string' ? list.split(/[\s,]+/).filter(Boolean) : (listIn(list) ?? list)
    return Array.isArray(entries) && element ? entries.map((entry) => fitted(element, entry)) : entries
  },
  object: (value, { shape = {} }) => {
    const fields =
      typeof value === 'string'
        ? fieldsOfText(value, Object.keys(shape))
        : Array.isArray(value)
          ? fieldsOfPairs(value)
          : value
    if (!isObject(fields)) return fields
    const own = Object.entries(shape).map(([name, type]) => [name, fitted(type, fields[name])] as const)
    return { ...fields, ...Object.fromEntries(own.filter(([name, each]) => each !== undefined || name in fields)) }
  },
  union: (value, { options = [] }) =>
    options.map((option) => fitted(option, value)).find((each, at) => takes(options[at] as Type, each)) ?? value,
}

/**
 * A value in the form of its type, if another account API writes it differently: a number as text or the reverse, a
 * switch as 1 or `true`, a list inside an object, null for a missing value. A value that fits, or cannot be made to
 * fit, stays unchanged.
 */
export const fitted = (type: Type, value: unknown): unknown => {
  const definition = definitionOf(type)
  // It accepts everything, and drops whatever does not fit inside.
  if (definition.type !== 'catch' && takes(type, value)) return value
  const inner = definition.innerType ?? definition.in
  if (inner) return fitted(inner, value ?? undefined)
  const read = readings[definition.type]
  return read ? read(value ?? undefined, definition) : value
}
