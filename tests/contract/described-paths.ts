interface Described {
  parameters?: { name: string; schema: { enum?: unknown } }[]
  requestBody?: { content: Record<string, { schema: object }> }
}

/** The paths of an OpenAPI document by method, with each component where it is referred to. */
export const describedPaths = (document: Record<string, unknown>) => {
  const inPlace = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(inPlace)
    const { $ref: reference } = value as { $ref?: string }
    if (reference === undefined)
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inPlace(each)]))
    const [, ...path] = reference.split('/')
    return inPlace(path.reduce((at, key) => (at as Record<string, object>)[key] ?? {}, document as object))
  }
  return inPlace(document.paths) as Record<string, Record<string, Described>>
}
