type Part = Record<string, unknown>
type Kind = 'schemas' | 'parameters' | 'responses'
type Put = (part: Part, kind: Kind, name: string) => unknown

/** The kinds of parts that may be shared, by the key that has one, a list of them, or several by name. */
const kinds: Record<string, Kind> = {
  ...{ schema: 'schemas', items: 'schemas', properties: 'schemas' },
  ...{ parameters: 'parameters', responses: 'responses' },
}
const byName: readonly string[] = ['properties', 'responses']

/** Words that are not specific to their call. */
const plain: readonly string[] = ['200', 'default', 'data', 'list', 'items']

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A part in which `put` has replaced each part. */
const rebuilt = (part: Part, of: string, put: Put): Part => {
  const name = String(part.operationId ?? of)
  const each = (value: unknown, kind: Kind | undefined, key: string): unknown => {
    if (Array.isArray(value)) return value.map((inner) => each(inner, kind, key))
    if (!isPart(value)) return value
    const own = String(value.name ?? key)
    return kind ? put(value, kind, plain.includes(own) ? `${name}_${own}` : own) : rebuilt(value, name, put)
  }
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      const kind = kinds[key]
      if (!byName.includes(key) || !isPart(value)) return [key, each(value, kind, kind === 'schemas' ? name : key)]
      return [key, Object.fromEntries(Object.entries(value).map(([own, inner]) => [own, each(inner, kind, own)]))]
    }),
  )
}

/** A plain value is shared only by fields of one name: a number is not a password length because both are whole. */
const keyOf: (...put: Parameters<Put>) => string = (part, kind, name) =>
  `${kind} ${Object.values(part).some((value) => typeof value === 'object') ? '' : name} ${JSON.stringify(part)}`

/** A document that contains each schema, parameter and response once: in its components if several places have it. */
export const withSharedParts = ({ components, ...document }: Part & { components: Record<string, Part> }): Part => {
  const uses = new Map<string, number>()
  const count: Put = (part, kind, name) => {
    const key = keyOf(part, kind, name)
    const before = uses.get(key) ?? 0
    uses.set(key, before + 1)
    // The contents of a shared part are used once, by that part.
    if (before === 0) rebuilt(part, name, count)
  }
  rebuilt(document, '', count)

  const shared: Record<string, Part> = {
    ...components,
    schemas: { ...components.schemas },
    parameters: {},
    responses: {},
  }
  const references = new Map<string, Part>()
  const put: Put = (part, kind, name) => {
    const key = keyOf(part, kind, name)
    const known = references.get(key)
    if (known) return known
    const written = rebuilt(part, name, put)
    // A part of one line is shorter than a reference.
    if ((uses.get(key) ?? 0) < 2 || Object.keys(part).length < 2) return written
    const place = shared[kind] ?? {}
    let free = name
    for (let nth = 2; free in place; nth++) free = `${name}_${nth}`
    place[free] = written
    const reference = { $ref: `#/components/${kind}/${free}` }
    references.set(key, reference)
    return reference
  }
  return { ...rebuilt(document, '', put), components: shared }
}
