import { z } from 'zod'

/** The script of each region (ISO 3166-1 alpha-2), by its address. */
type RegionScripts = ReadonlyMap<string, string>

const region = /^[A-Z]{2}$/
// In a URL, `;` and `,` would end a directive of a policy, and policies ignore queries.
const scriptUrl = /^https:\/\/[a-z\d.-]+(:\d{1,5})?\/[\w./-]+$/

const read = (text: string): RegionScripts | undefined => {
  const parsed = z.record(z.string().regex(region), z.string().regex(scriptUrl)).safeParse(parse(text))
  const entries = Object.entries(parsed.data ?? {})
  return entries.length > 0 && entries.every(([, url]) => URL.canParse(url)) ? new Map(entries) : undefined
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** ANTI_CRAWLER: the script for the pages that programs attack most, by the region of the visitor. */
export const antiCrawler = z.string().transform((text, context): RegionScripts => {
  const scripts = read(text)
  if (scripts) return scripts
  const message = 'has to be a JSON object of region → https address of a script without a query'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})
