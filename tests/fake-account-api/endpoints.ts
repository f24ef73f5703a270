import { type Call, endpointOf, pathFields, variantsOf, type Wire } from '#contract/call'
import { allCalls } from '#contract/calls'
import { allOperatorCalls } from '#contract/operator/operator-calls'

/** A call in one of its variants. */
export interface Endpoint {
  row: Call
  wire: Wire
}

/** Every call in each of its variants, by method and path; those with fields in their paths, by a pattern of it. */
const fixed = new Map<string, Endpoint>()
const patterns: (Endpoint & { pattern: RegExp })[] = []

for (const row of [...allCalls, ...allOperatorCalls])
  for (const variant of variantsOf(row)) {
    const { path, wire } = endpointOf(row, variant)
    const place = `${row.method} ${path}`
    const pattern = new RegExp(`^${place.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    if (pathFields(path).length === 0) fixed.set(place, { row, wire })
    else patterns.push({ row, wire, pattern })
  }

/** The call that a request makes, with the fields in its path. */
export const endpointAt = ({
  method,
  url,
}: Request): { endpoint: Endpoint; params: Record<string, string> } | undefined => {
  const place = `${method} ${new URL(url).pathname}`
  const endpoint = fixed.get(place)
  if (endpoint) return { endpoint, params: {} }
  for (const each of patterns) {
    const fields = each.pattern.exec(place)?.groups
    if (!fields) continue
    const params = Object.entries(fields).map(([field, text]) => [field, decodeURIComponent(text)])
    return { endpoint: each, params: Object.fromEntries(params) }
  }
  return undefined
}
