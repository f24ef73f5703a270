import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { describedFile } from './files/described-file'
import { isLoopback } from './loopback'

const logoMaxBytes = 4096

/** A text in both languages: one for both, or one for each. */
const inBoth = <Text>(text: z.ZodType<Text>) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? { en: value, 'zh-Hans': value } : value),
    z.strictObject({ en: text, 'zh-Hans': text }, 'has to be a text, or {"en": …, "zh-Hans": …}'),
  )

const name = z
  .string('has to be a text')
  .regex(/^[^\s\p{C}][^\p{C}<>"]{0,39}$/u, 'has to be at most 40 characters, without < > and "')
  .transform((text) => text.trim())

/**
 * With these lengths a code fits in one part of an SMS: 160 characters of GSM 03.38, where each of these counts
 * once, or 70 others.
 */
const signatures = {
  en: /^[\w .,&'!+-]{1,12}$/,
  'zh-Hans': /^[^\s\p{C}【】]{1,10}$/u,
}
const signature = z.preprocess(
  (value) => (typeof value === 'string' ? { en: value, 'zh-Hans': value } : value),
  z.strictObject(
    {
      en: z.string().regex(signatures.en, 'has to be 1 to 12 English letters, digits and spaces'),
      'zh-Hans': z.string().regex(signatures['zh-Hans'], 'has to be 1 to 10 characters, without spaces'),
    },
    'has to be a text, or {"en": …, "zh-Hans": …}',
  ),
)

const isPage = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
const changes = z
  .string('has to be a text')
  .regex(/^[^\s\p{C}][^\p{C}]{0,599}$/u, 'has to be at most 600 characters on one line')

const page = z.string('has to be a text').refine(isPage, 'has to be an https address')
const pageOrMail = z
  .string('has to be a text')
  .refine((text) => isPage(text) || /^mailto:[^\s@?]+@[^\s@?]+$/.test(text), 'has to be an https or mailto address')

/** The operator's logo, with the size in pixels at which it is drawn next to a name. */
export interface Logo {
  mediaType: 'image/png' | 'image/svg+xml'
  bytes: Buffer
  width: number
  height: number
}

const drawnHeight = 24
const drawnMostWidth = 120

/** The size at which a picture of these proportions is drawn. */
const drawn = (width: number, height: number): Pick<Logo, 'width' | 'height'> => {
  const scale = Math.min(drawnHeight / height, drawnMostWidth / width)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The width and height of a PNG are at fixed places (PNG specification, 11.2.2). */
const pngOf = (bytes: Buffer): Logo | undefined => {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(pngSignature)) return undefined
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  return width && height ? { mediaType: 'image/png', bytes, ...drawn(width, height) } : undefined
}

/** A browser draws an SVG file as a picture only with its namespace. Its proportions are those of its viewBox. */
const svgOf = (bytes: Buffer): Logo | undefined => {
  const [tag = ''] = /<svg\s[^>]*>/.exec(bytes.toString()) ?? []
  const box =
    /\sviewBox\s*=\s*["']([^"']*)["']/
      .exec(tag)?.[1]
      ?.trim()
      .split(/[\s,]+/) ?? []
  const [width, height] = [Number(box[2]), Number(box[3])]
  if (!/\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(tag) || !(width > 0 && height > 0))
    return undefined
  return { mediaType: 'image/svg+xml', bytes, ...drawn(width, height) }
}

const bytesOf = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

const logoIn = (folder: string) =>
  z
    .string('has to be a text')
    .regex(/^[\w-][\w.-]*\.(svg|png)$/, 'has to be the name of an SVG or PNG file in the same folder')
    .transform((file, context): Logo => {
      const refuse = (message: string) => {
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      const bytes = bytesOf(join(folder, file))
      if (bytes === undefined) return refuse('has to be a file in the same folder')
      if (bytes.length > logoMaxBytes) return refuse(`has to be at most ${logoMaxBytes} bytes, and is ${bytes.length}`)
      const logo = file.endsWith('.png') ? pngOf(bytes) : svgOf(bytes)
      return logo ?? refuse('has to be a PNG, or an SVG with its xmlns and a viewBox')
    })

const brandIn = (folder: string) =>
  z
    .strictObject(
      {
        name: inBoth(name),
        logo: logoIn(folder).optional(),
        /** The accent colour. */
        color: z
          .string('has to be a text')
          .regex(/^#[\da-f]{6}$/i, 'has to be a colour such as #2c4cc2')
          .optional(),
        terms: z
          .strictObject(
            {
              url: inBoth(page),
              /** Stored with each account whose person agrees to these terms. */
              version: z
                .string('has to be a text')
                .regex(/^[\w.-]{1,32}$/, 'has to be 1 to 32 letters, digits, . and -'),
              /** From when people who have accepted another version are asked. Missing: nobody is asked. */
              from: z.iso.date('has to be a day such as 2027-01-31').optional(),
              /** The changes since the previous version. */
              changes: inBoth(changes).optional(),
            },
            'has to be {"url": …, "version": …}, and may have "from" and "changes"',
          )
          .optional(),
        privacy: inBoth(page).optional(),
        support: inBoth(pageOrMail).optional(),
        sms_signature: z.unknown().optional(),
      },
      'has to be an object',
    )
    .transform(({ sms_signature, ...brand }, context) => {
      const read = signature.safeParse(sms_signature ?? brand.name)
      if (read.success) return { ...brand, sms_signature: read.data }
      const [issue] = read.error.issues
      context.addIssue({
        code: 'custom',
        path: ['sms_signature', ...(issue?.path ?? [])],
        message: issue?.message ?? 'cannot be used',
      })
      return z.NEVER
    })

/** The operator of this deployment, on pages and in messages. */
export type Brand = z.output<ReturnType<typeof brandIn>>

/** When the terms begin to count for people who have accepted others: at the beginning of the day, in UTC. */
export const termsCountFrom = ({ from }: NonNullable<Brand['terms']>): number | undefined =>
  from === undefined ? undefined : Date.parse(`${from}T00:00:00Z`)

/** The value of BRAND: the path of a JSON file that describes the operator. */
export const brand = describedFile<Brand>('that describes the operator', brandIn)
