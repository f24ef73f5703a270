import { isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import { captchaSetting, vendorOfTokens } from '../contract/captcha-vendor'
import { secretFile } from '../secrets/secret-file'

const port = z.coerce.number().int().min(0).max(65535)
const text = (value: string) => z.string().min(1).default(value)

/** Regions of ISO 3166 that have numbers. One that has none, as UK for GB, would send no code and say nothing. */
const regions = z.string().refine((list) => list.split(',').every((region) => isSupportedCountry(region)), {
  error: ({ input }) => `has to be regions as CN or GB, comma-separated, and is ${input}`,
})

const variables = z.object({
  ACCOUNT_API_PORT: port.default(4000),
  ACCOUNT_API_HOST: text('127.0.0.1'),
  ACCOUNT_API_AID: text('butterfly'),
  ACCOUNT_API_KEY: z.string().min(32).optional(),
  CAPTCHA: captchaSetting(vendorOfTokens).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: text('./data'),
  DEPLOYMENT: z.enum(['local', 'production']).default('local'),
  DEFAULT_REGION: regions.regex(/^[^,]+$/).default('CN'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: text('Butterfly <no-reply@localhost>'),
  SMS_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_COUNTRIES: regions.optional(),
  SMS_DAILY_CAP: z.coerce.number().int().positive().default(10_000),
  TEST_IDENTIFIERS: z
    .string()
    .regex(/^([^=,\s]+=\d{6})(,[^=,\s]+=\d{6})*$/)
    .optional(),
  ALLOW_TEST_IDENTIFIERS: z.enum(['1']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
})

type Variables = z.output<typeof variables>

/** The settings, with what was left to us filled in. */
export type Environment = Variables & {
  [Name in 'ACCOUNT_API_KEY' | 'LOG_LEVEL' | 'PUBLIC_URL']: NonNullable<Variables[Name]>
}

/** A setting that stops the start; its message is one line that names the variable. */
export class BadEnvironment extends Error {}

/**
 * The API's settings from environment variables. An empty variable counts as unset. A missing application key is
 * generated into DATA_DIR; a production deployment has to bring its own.
 * @throws BadEnvironment
 */
export const readEnvironment = (variablesGiven: Record<string, string | undefined>): Environment => {
  const given = Object.fromEntries(Object.entries(variablesGiven).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new BadEnvironment(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  const env = parsed.data
  if (env.DEPLOYMENT === 'production') {
    if (!env.ACCOUNT_API_KEY) throw new BadEnvironment('ACCOUNT_API_KEY: a production deployment has to set it')
    if (!env.PUBLIC_URL) throw new BadEnvironment('PUBLIC_URL: a production deployment has to set it')
    if (!env.SMTP_URL && !env.SMS_WEBHOOK_URL)
      throw new BadEnvironment('SMTP_URL or SMS_WEBHOOK_URL: a production deployment needs a way to send codes')
    if (env.TEST_IDENTIFIERS && !env.ALLOW_TEST_IDENTIFIERS)
      throw new BadEnvironment('TEST_IDENTIFIERS: refused in production without ALLOW_TEST_IDENTIFIERS=1')
  }
  return {
    ...env,
    // The web app's own default; the one that starts this process tells its address.
    PUBLIC_URL: env.PUBLIC_URL ?? 'http://localhost:3000',
    // On one's own machine the terminal is where codes are read.
    LOG_LEVEL: env.LOG_LEVEL ?? (env.DEPLOYMENT === 'local' ? 'warn' : 'info'),
    ACCOUNT_API_KEY: env.ACCOUNT_API_KEY ?? secretFile(env.DATA_DIR, 'account-api-key'),
  }
}
