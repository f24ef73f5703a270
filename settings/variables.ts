import { isIP } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { appScheme } from '../contract/app-link'
import { headerNames } from '../contract/headers'
import { pathMap } from '../contract/path-map'
import { antiCrawler } from './anti-crawler'
import { brand } from './brand'
import { readJsonFile } from './json-file'
import { thirdParty } from './third-party'
import { hostVariants } from './variant'

const secretMinBytes = 32

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'has to be a port, from 1 to 65535')
  .transform(Number)
  .refine((number) => number >= 1 && number <= 65_535, 'has to be a port, from 1 to 65535')

/** A whole number within bounds. */
const whole = (least: number, most: number) => {
  const message = `has to be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((number) => number >= least && number <= most, message)
}

/** One of a few words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, `has to be one of ${words.join(', ')}`)

/** Whether a text is a URL that names a host, and a port from 1 on where it names one. */
export const hostIn = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hostname, port: portIn } = new URL(text)
  return hostname !== '' && portIn !== '0'
}

/** What a server can listen on. Whether this machine has it shows when it does. */
const host = z.string().regex(/^[\w.:%-]{1,253}$/, 'has to be a host name or an IP address')

/** An http(s) address with nothing behind its host and port. */
const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` && url.port !== '0') return url
  context.addIssue({ code: 'custom', message: 'has to be an address like https://accounts.example.com, with no path' })
  return z.NEVER
})

const secret = z.string().refine((text) => Buffer.byteLength(text) >= secretMinBytes, {
  message: `has to be at least ${secretMinBytes} bytes long`,
})

/** Secrets, comma-separated: the first one seals, signs and hashes; each of them opens and verifies. */
const ring = z
  .string()
  .transform((list) => list.split(',').map((text) => text.trim()))
  .pipe(z.array(secret).min(1))

/** Secrets, comma-separated: the first is for new hashes, which get none where it is `none`. */
const peppers = z.string().transform((list, context) => {
  const [first = '', ...rest] = list.split(',').map((text) => text.trim())
  const forNew = first === 'none' ? undefined : first
  const all = [...(forNew === undefined ? [] : [forNew]), ...rest]
  if (all.every((text) => secret.safeParse(text).success)) return { forNew, all }
  context.addIssue({ code: 'custom', message: `has to be secrets of at least ${secretMinBytes} bytes each` })
  return z.NEVER
})

const paths = z.string().transform((file, context) => {
  const parsed = pathMap.safeParse(readJsonFile(file))
  if (parsed.success) return parsed.data
  context.addIssue({ code: 'custom', message: 'has to name a JSON file of call name → path' })
  return z.NEVER
})

/** Schemes of host apps, comma-separated. */
const appSchemes = z
  .string()
  .transform((list) => list.split(',').map((text) => text.trim()))
  .refine((schemes) => schemes.every((each) => appScheme.safeParse(each).success), {
    message: 'has to be schemes with a dot, in lower case, as com.example.app',
  })
  .transform((schemes): ReadonlySet<string> => new Set(schemes))

const drainSeconds = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,3})?$/, 'has to be a number of seconds, from 0 to 300')
  .transform(Number)
  .refine((seconds) => seconds <= 300, 'has to be a number of seconds, from 0 to 300')

/**
 * The drain time in milliseconds: long enough for a balancer to ask /readyz again, and within the 10 seconds that a
 * container is given to end. On a developer's machine there is no balancer, and a restart is not to take time.
 */
export const drainMsOf = (read: { DRAIN_SECONDS?: number | undefined; DEPLOYMENT: 'local' | 'production' }): number =>
  (read.DRAIN_SECONDS ?? (read.DEPLOYMENT === 'production' ? 5 : 0)) * 1000

/** A list of proxies as the web server takes it. */
const proxies = z
  .string()
  .refine(
    (list) => list.split(',').every((text) => isProxy(text.trim())),
    'has to be addresses or networks, as 10.0.0.0/8',
  )

/** DNS servers, each an IP address with or without a port, as `192.0.2.1,[2001:db8::1]:53`. */
const dnsServers = z
  .string()
  .transform((list) => list.split(',').map((text) => text.trim()))
  .refine((servers) => servers.every(isDnsServer), 'has to be IP addresses, with or without a port, as 192.0.2.1:53')

const isDnsServer = (text: string): boolean => {
  if (isIP(text) !== 0) return true
  const [, bracketed, plain, port = ''] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? []
  return isIP(bracketed ?? plain ?? '') !== 0 && Number(port) >= 1 && Number(port) <= 65_535
}

const isProxy = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  // ipaddr.js also takes the old spellings of IPv4, such as "1" for 0.0.0.1.
  const [address = ''] = text.split('/')
  return isIP(address) !== 0 && (text === address || ipaddr.isValidCIDR(text))
}

/**
 * The schema of every environment variable, once: here, in delivery.ts (messages and codes), in workplace.ts
 * (workplace messaging) and in captcha-vendor.ts (CAPTCHA). Each process picks the variables that it needs. A variable without a default here gets one from the process.
 */
export const variables = z.object({
  PORT: port.default(3000),
  HOST: host.default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: proxies.optional(),
  DEPLOYMENT: oneOf(['local', 'production']).default('local'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'has to be an address like postgres://host/name' })
    .optional(),
  DATABASE_POOL_SIZE: whole(2, 1000).default(10),
  DNS_SERVERS: dnsServers.optional(),
  ACTIVITY_DAYS: whole(7, 3650).default(180),
  ORGANISATION_LOG_DAYS: whole(7, 3650).default(365),
  DATABASE_TIMEOUT_MS: whole(500, 60_000).default(5000),
  SESSION_SECRETS: ring.optional(),
  ACCOUNT_API_KEY: ring.optional(),
  PASSWORD_PEPPERS: peppers.default({ forNew: undefined, all: [] }),
  ACCOUNT_API_AID: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'has to be letters, digits, dots and dashes')
    .default('butterfly'),
  ACCOUNT_API_PORT: port.default(4000),
  ACCOUNT_API_HOST: host.default('127.0.0.1'),
  ACCOUNT_API_URL: origin.optional(),
  ACCOUNT_API_PATHS: paths.optional(),
  LOG_ID_HEADER: z
    .string()
    .regex(/^[\w!#$%&'*+.^`|~-]{1,64}$/, 'has to be the name of a header')
    .default(headerNames.logId),
  BRAND: brand.optional(),
  THIRD_PARTY: thirdParty.optional(),
  DEFAULT_LANGUAGE: oneOf(['zh-Hans', 'en']).default('zh-Hans'),
  APP_SCHEMES: appSchemes.default(new Set()),
  VARIANT: hostVariants.default({ usual: 'web', byHost: new Map() }),
  ANTI_CRAWLER: antiCrawler.default(new Map()),
  DRAIN_SECONDS: drainSeconds.optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
})
