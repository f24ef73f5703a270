import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { captchaSetting, vendorInBrowser } from '../contract/captcha-vendor'
import { isLoopback } from '../contract/loopback'
import { pathMap } from '../contract/path-map'
import { secretFile } from '../secrets/secret-file'

const secretMinBytes = 32

const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'has to be a port, from 1 to 65535')
    .transform(Number)
    .refine((number) => number >= 1 && number <= 65_535, 'has to be a port, from 1 to 65535')
    .default(fallback)

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words, fallback: Words[number]) =>
  z.enum(words, `has to be one of ${words.join(', ')}`).default(fallback)

/** An http(s) address with nothing behind its host and port. */
const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url
  context.addIssue({ code: 'custom', message: 'has to be an address like https://accounts.example.com, with no path' })
  return z.NEVER
})

const secret = z.string().refine((text) => Buffer.byteLength(text) >= secretMinBytes, {
  message: `has to be at least ${secretMinBytes} bytes long`,
})

const paths = z.string().transform((file, context) => {
  try {
    return pathMap.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    context.addIssue({ code: 'custom', message: 'has to name a JSON file of call name → path' })
    return z.NEVER
  }
})

/** What the web server takes as a list of proxies. A bare number would pass for an IPv4 address that nobody has. */
const proxies = z
  .string()
  .refine(
    (list) => list.split(',').every((text) => isProxy(text.trim())),
    'has to be addresses or networks, as 10.0.0.0/8',
  )

const isProxy = (text: string): boolean => {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

const variables = z.object({
  PORT: port(3000),
  HOST: z.string().default('127.0.0.1'),
  ACCOUNT_API_PORT: port(4000),
  ACCOUNT_API_URL: origin.optional(),
  ACCOUNT_API_PATHS: paths.optional(),
  ACCOUNT_API_AID: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'has to be letters, digits, dots and dashes')
    .default('butterfly'),
  ACCOUNT_API_KEY: secret.optional(),
  PUBLIC_URL: origin.optional(),
  CAPTCHA: captchaSetting(vendorInBrowser).optional(),
  DATA_DIR: z.string().default('./data'),
  SESSION_SECRETS: z
    .string()
    .transform((ring) => ring.split(',').map((text) => text.trim()))
    .pipe(z.array(secret).min(1))
    .optional(),
  TRUST_PROXY: proxies.optional(),
  VARIANT: oneOf(['web', 'app', 'sso'], 'web'),
  DEPLOYMENT: oneOf(['local', 'production'], 'local'),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
})

export type Env = ReturnType<typeof readEnv>

/** A variable that cannot be used; the message is one line that names it. */
export class BadEnvironment extends Error {
  override name = 'BadEnvironment'
}

/**
 * Reads the web app's settings. An empty variable counts as unset. Throws {@link BadEnvironment} for the first one that
 * cannot be used, and for what a production deployment must not do.
 */
export const readEnv = (source: Record<string, string | undefined>) => {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new BadEnvironment(`${issue?.path[0]?.toString() ?? 'The environment'} ${issue?.message}.`)
  }
  const read = parsed.data
  if (read.DEPLOYMENT === 'production') refuseUnsafe(read)
  const publicUrl = read.PUBLIC_URL ?? new URL(`http://localhost:${read.PORT}`)
  const dataDir = resolve(read.DATA_DIR)
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl,
    secure: publicUrl.protocol === 'https:',
    accountApi: {
      url: read.ACCOUNT_API_URL?.origin ?? `http://127.0.0.1:${read.ACCOUNT_API_PORT}`,
      port: read.ACCOUNT_API_PORT,
      embedded: read.ACCOUNT_API_URL === undefined,
      aid: read.ACCOUNT_API_AID,
      key: once(() => read.ACCOUNT_API_KEY ?? secretFile(dataDir, 'account-api-key')),
      ...(read.ACCOUNT_API_PATHS && { paths: read.ACCOUNT_API_PATHS }),
    },
    /** The first seals, all of them open. */
    sessionSecrets: once(() => read.SESSION_SECRETS ?? [secretFile(dataDir, 'session-secrets')]),
    /** The vendor whose captcha script shows in place of our own. */
    captchaVendor: read.CAPTCHA,
    dataDir,
    /** Addresses or networks of proxies whose X-Forwarded-For is believed, comma-separated. */
    trustProxy: read.TRUST_PROXY,
    variant: read.VARIANT,
    deployment: read.DEPLOYMENT,
    logLevel: read.LOG_LEVEL,
  }
}

/** A generated secret is made and read when it is first needed, and then not again. */
const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const refuseUnsafe = (read: z.output<typeof variables>) => {
  const refuse = (why: string) => {
    throw new BadEnvironment(`${why} with DEPLOYMENT=production.`)
  }
  if (!read.PUBLIC_URL) return refuse('PUBLIC_URL has to be set')
  if (read.PUBLIC_URL.protocol === 'http:' && !isLoopback(read.PUBLIC_URL.hostname))
    refuse('PUBLIC_URL has to be https, or loopback,')
  if (!read.SESSION_SECRETS) refuse('SESSION_SECRETS has to be set')
  if (!read.ACCOUNT_API_KEY) refuse('ACCOUNT_API_KEY has to be set')
}

/**
 * Whether an origin, as in the Origin header, is ours: that of PUBLIC_URL, or, when PUBLIC_URL is this machine itself,
 * any of its loopback names with the same port.
 */
export const isOurOrigin = (text: string, publicUrl: URL): boolean => {
  if (text === publicUrl.origin) return true
  if (!isLoopback(publicUrl.hostname) || !URL.canParse(text)) return false
  const url = new URL(text)
  return (
    url.origin === text &&
    url.protocol === publicUrl.protocol &&
    url.port === publicUrl.port &&
    isLoopback(url.hostname)
  )
}

let known: Env | undefined

/** The settings of this process, read from its environment once. */
export const env = (): Env => {
  known ??= readEnv(process.env)
  return known
}
