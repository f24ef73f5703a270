import { z } from 'zod'

/** The subtypes of a captcha and their codes. Any other code means slide (spec section 9). */
export const captchaCodes = { text: 3059, '3d': 3060, whirl: 99996, slide: 3061 } as const
type CaptchaSubtype = keyof typeof captchaCodes
export const captchaSubtypes = Object.keys(captchaCodes) as [CaptchaSubtype, ...CaptchaSubtype[]]

export const captchaSubtypeOf = (code: number): CaptchaSubtype =>
  captchaSubtypes.find((subtype) => captchaCodes[subtype] === code) ?? 'slide'

/** The subtype of a captcha. Missing or unknown: its code names it ({@link captchaSubtypeOf}). */
export const captchaSubtype = z.enum(captchaSubtypes).optional().catch(undefined)

/**
 * A verification decision (spec section 8): the code names the subtype, the ticket opens challenges. The bundled
 * account API returns all three; another one may return only the code, which then opens the challenges.
 */
export const decision = z.object({ code: z.number().int(), subtype: captchaSubtype, ticket: z.string().optional() })
