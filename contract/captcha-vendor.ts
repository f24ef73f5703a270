import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isLoopback } from './loopback'

/** Scripts, tokens and secrets cross no network in the clear. */
const address = z.string().refine((text) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}, 'has to be an https address')

/** What the browser needs of a captcha's vendor. The defaults are those of the specification (section 9). */
export const vendorInBrowser = z.object({
  settings_url: address,
  script_url: address,
  /** Tried in turn when the script does not come from its first address. */
  script_backup_urls: z.array(address).max(8).default([]),
  web_id_url: address.optional(),
  event_list_url: address.optional(),
  /** The global object that the script makes; its `init` shows the captcha. */
  global: z
    .string()
    .regex(/^[A-Za-z_$][\w$]*$/, 'has to be the name of a global object')
    .default('VendorCaptcha'),
  /** What else the captcha loads from: pictures, frames, calls of its own. */
  origins: z.array(address.transform((text) => new URL(text).origin)).default([]),
  region: z.string().min(1).default('sg'),
  /** Unset: the page's own language; zh for a page in Chinese. */
  language: z.string().min(1).optional(),
  mode: z.string().min(1).default('mask'),
  side_slide: z.boolean().default(false),
  close_decision_check: z.boolean().default(false),
})
export type VendorInBrowser = z.output<typeof vendorInBrowser>

/** What the account API needs of it: where a token is checked, and by what secret. */
export const vendorOfTokens = z.object({ verify_url: address, secret: z.string().min(1) })
export type VendorOfTokens = z.output<typeof vendorOfTokens>

/**
 * The value of CAPTCHA: `embedded`, or the path of a JSON file that describes a vendor.
 * @param part what the reader needs of the file; it sees no more than that
 * @returns undefined for our own captcha
 */
export const captchaSetting = <Part>(part: z.ZodType<Part>) =>
  z.string().transform((value, context): Part | undefined => {
    if (value === 'embedded') return undefined
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    let file: unknown
    try {
      file = JSON.parse(readFileSync(value, 'utf8'))
    } catch {
      return refuse('has to be embedded, or to name a JSON file that describes a vendor')
    }
    const parsed = part.safeParse(file)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    return refuse(`names a file whose ${issue?.path.join('.')} cannot be used: ${issue?.message}`)
  })
