import { z } from 'zod'
import { oneOf, whole } from '../values'
import { isSafeUrl } from './safe-url'

/** The channels of telemetry (spec section 9). */
const channels = ['sg', 'va', 'in', 'my', 'ie', 'ie2', 'us_east'] as const

export type Channel = (typeof channels)[number]

/** The variables of telemetry, which the web app reads. */
export const telemetry = z.object({
  TELEMETRY_URL: z
    .string()
    .transform((text, context): URL => {
      const url = isSafeUrl(text) ? new URL(text) : undefined
      if (url && url.search + url.hash === '') return url
      const message = 'has to be an https address (http on this machine), with no user and no query in it'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .optional()
    .meta({
      description: 'the address of a receiver of [telemetry](operating.md#telemetry), https (http on this machine)',
      more: 'without one nothing is recorded and nothing is sent',
    }),
  TELEMETRY_CHANNEL: oneOf(channels).optional().meta({
    description: 'the channel that telemetry names: `sg`, `va`, `in`, `my`, `ie`, `ie2` or `us_east`',
    usually: '`us_east`',
  }),
  TELEMETRY_GZIP_BYTES: whole(0, 16_384).optional().meta({
    description: 'the size in bytes above which a post of telemetry is compressed',
    more: 'a batch of 20 events has about 3,000 bytes, so the usual value compresses none',
    usually: '16384',
  }),
})
