/** A copy of a value without fields that are undefined: no wire carries them. Bytes stay as they are. */
export const given = <Value>(value: Value): Value => copyOf(value) as Value

const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, each]) => (each === undefined ? [] : [[field, copyOf(each)]])),
  )
}
