import { z } from 'zod'
import { oneOf, whole } from '#settings/values'
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
      const message = 'has to be an https address (http on this machine) without a user or a query'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    })
    .optional()
    .meta({
      description: 'Receiver of [telemetry](telemetry.md), https (http on this machine).',
      more: 'If unset, nothing is recorded or sent.',
    }),
  TELEMETRY_CHANNEL: oneOf(channels).optional().meta({
    description: 'Channel that telemetry names.',
    usually: '`us_east`',
  }),
  TELEMETRY_GZIP_BYTES: whole(0, 16_384).optional().meta({
    description: 'Size in bytes above which telemetry is compressed.',
    more: 'A batch of 20 events has about 3,000 bytes, so the default compresses nothing.',
    usually: '16384',
  }),
})
