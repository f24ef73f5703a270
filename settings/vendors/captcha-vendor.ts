import { z } from 'zod'
import { readJsonFile, whyNoJson } from '#settings/files/json-file'
import { isLoopback } from '#settings/loopback'

/** Scripts, tokens and secrets are never sent in plain text. */
const address = z.string().refine((text) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}, 'has to be an https address')

/** The part of a captcha vendor's file that the browser needs. The defaults come from the specification (section 9). */
export const vendorInBrowser = z.object({
  settings_url: address,
  script_url: address,
  /** Tried in turn when the script does not load from its first address. */
  script_backup_urls: z.array(address).max(8).default([]),
  web_id_url: address.optional(),
  event_list_url: address.optional(),
  /** The global object that the script makes; its `init` shows the captcha. */
  global: z
    .string()
    .regex(/^[A-Za-z_$][\w$]*$/, 'has to be the name of a global object')
    .default('VendorCaptcha'),
  /** Other origins that the captcha loads from: pictures, frames, its own calls. */
  origins: z.array(address.transform((text) => new URL(text).origin)).default([]),
  region: z.string().min(1).default('sg'),
  /** `page`: the language of the page, `en` or `zh`. */
  language: z.string().min(1).default('zh'),
  mode: z.string().min(1).default('mask'),
  side_slide: z.boolean().default(false),
  close_decision_check: z.boolean().default(false),
})
export type VendorInBrowser = z.output<typeof vendorInBrowser>

/** The part that the account API needs: where it checks a token, and with which secret. */
export const vendorOfTokens = z.object({ verify_url: address, secret: z.string().min(1) })
export type VendorOfTokens = z.output<typeof vendorOfTokens>

/**
 * The value of CAPTCHA: `embedded`, or the path of a JSON file that describes a vendor.
 * @param part the part of the file that the process needs; it sees no more than that
 * @returns undefined for the built-in captcha
 */
export const captcha = <Part>(part: z.ZodType<Part>) =>
  z
    .string()
    .transform((value, context): Part | undefined => {
      if (value === 'embedded') return undefined
      const refuse = (message: string) => {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      const file = readJsonFile(value)
      if (file === undefined)
        return refuse(`has to be embedded, or to name a JSON file that describes a vendor: ${whyNoJson(value)}`)
      const parsed = part.safeParse(file)
      if (parsed.success) return parsed.data
      const [issue] = parsed.error.issues
      return refuse(`names a file whose ${issue?.path.join('.')} cannot be used: ${issue?.message}`)
    })
    .optional()
    .meta({
      description:
        '`embedded`, or a JSON file that describes a [vendor](../decisions/codes-and-captchas/0020-vendor-captcha.md).',
      usually: '`embedded`',
    })
