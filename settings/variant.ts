import { z } from 'zod'
import { type Variant, variants } from '#contract/call'

/** The variant of each host that has its own, and the variant of all other hosts. */
interface HostVariants {
  usual: Variant
  byHost: ReadonlyMap<string, Variant>
}

const message = `has to be one of ${variants.join(', ')}, or a JSON object of host → variant`

const isVariant = (value: unknown): value is Variant => variants.some((each) => each === value)

/** True when a text is a host as browsers send it: in lower case, with its port unless that is the default one. */
const isHost = (text: string): boolean =>
  ['http', 'https'].every((scheme) => {
    const url = `${scheme}://${text}`
    return URL.canParse(url) && new URL(url).host === text
  })

const readMap = (text: string): HostVariants | undefined => {
  const entries = Object.entries(parse(text))
  const byHost = new Map(
    entries.flatMap(([host, value]) => (isHost(host) && isVariant(value) ? [[host, value] as const] : [])),
  )
  return entries.length > 0 && byHost.size === entries.length ? { usual: 'web', byHost } : undefined
}

const parse = (text: string): object => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

/** VARIANT: the variant of all hosts, or of each by its name. */
export const hostVariants = z.string().transform((text, context): HostVariants => {
  const read = isVariant(text) ? { usual: text, byHost: new Map<string, Variant>() } : readMap(text)
  if (read) return read
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})
