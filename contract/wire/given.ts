/** A copy of a value without undefined fields, because no wire carries them. Bytes stay unchanged. */
export const given = <Value>(value: Value): Value => copyOf(value) as Value

const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, each]) => (each === undefined ? [] : [[field, copyOf(each)]])),
  )
}
