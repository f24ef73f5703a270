import { statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { appScheme } from '#contract/terms/app-link'
import { pathMap } from '#contract/wire/path-map'
import { type Language, languages } from '#rules/languages'
import { cutPassword, hasCutPassword, notDecoded, unescaped } from './credentials'
import { readJsonFile, whyNoJson } from './files/json-file'
import { readPostgresUrl } from './postgres-url'
import { isSafeUrl } from './vendors/safe-url'

const secretMinBytes = 32

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'has to be a port, from 1 to 65535')
  .transform(Number)
  .refine((number) => number >= 1 && number <= 65_535, 'has to be a port, from 1 to 65535')

/** A whole number within bounds. */
export const whole = (least: number, most: number) => {
  const message = `has to be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((number) => number >= least && number <= most, message)
}

export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, `has to be one of ${words.join(', ')}`)

/** True when a text is a URL with a host, and with a port above 0 if it has one. */
export const hostIn = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hostname, port: portIn } = new URL(text)
  return hostname !== '' && portIn !== '0'
}

/** An address of a server, optionally with a user and a password before its host. `shape` describes it. */
export const addressWithUser = (protocol: RegExp, shape: string) =>
  z.string().superRefine((text, context) => {
    const url = hostIn(text) ? new URL(text) : undefined
    const fits = url !== undefined && protocol.test(url.protocol)
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    // A path on the web may have an @ after the host, which is not a user.
    const isOfWeb = fits && url.protocol.startsWith('http') && /[.[]/.test(url.host)
    if (hasCutPassword(text) && !isOfWeb) return refuse(cutPassword)
    if (!fits) return refuse(shape)
    if ([url.username, url.password].some((part) => unescaped(part) === undefined)) refuse(notDecoded)
  })

/** The name of a header or a cookie (RFC 9110, section 5.6.2). */
export const httpName = (kind: 'header' | 'cookie') =>
  z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,64}$/, `has to be the name of a ${kind}`)

/** A host that a server can listen on. Only the start shows whether this machine has it. */
export const host = z.string().regex(/^[\w.:%-]{1,253}$/, 'has to be a host name or an IP address')

/** A PostgreSQL address that both the program and PostgreSQL's own tools can use. */
export const postgresUrl = z.string().superRefine((text, context) => {
  try {
    const { parameters } = readPostgresUrl(text)
    for (const name of ['sslrootcert', 'sslcert', 'sslkey'] as const) {
      const file = parameters[name]
      if (file !== undefined && file !== 'system' && !isFile(file))
        context.addIssue({ code: 'custom', message: `has to have a file as its ${name}` })
    }
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
})

/** An http(s) address without anything after its host and port. */
export const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` && url.port !== '0') return url
  context.addIssue({
    code: 'custom',
    message: 'has to be an address such as https://accounts.example.com, without a path',
  })
  return z.NEVER
})

/** Languages of pages, separated by commas, each once. */
export const languageList = z
  .string()
  .transform((list) => list.split(',').map((text) => text.trim()))
  .refine(
    (list) =>
      list.every((text) => (languages as readonly string[]).includes(text)) && new Set(list).size === list.length,
    {
      message: `has to be some of ${languages.join(', ')}, each once, comma-separated`,
    },
  )
  .transform((list): readonly Language[] => list as Language[])

/**
 * The address of a translation service, with places for the language, the namespace and perhaps a key, after its host.
 */
export const translationsUrl = z.string().refine((text) => {
  const filled = text.replace(/\{\{(lng|ns|key)\}\}/g, 'x')
  const [, place = ''] = /^https?:\/\/[^/{}]+(\/.*)$/.exec(text) ?? []
  return place.includes('{{lng}}') && place.includes('{{ns}}') && !/[{}\s#]/.test(filled) && isSafeUrl(filled)
}, 'has to be an address such as https://texts.example.com/{{lng}}/{{ns}}.json (http only on this machine)')

const secret = z.string().refine((text) => Buffer.byteLength(text) >= secretMinBytes, {
  message: `has to be at least ${secretMinBytes} bytes long`,
})

/** Secrets, separated by commas: the first one seals, signs and hashes; each of them opens and verifies. */
export const ring = z
  .string()
  .transform((list) => list.split(',').map((text) => text.trim()))
  .pipe(z.array(secret).min(1))

/** Peppers, separated by commas. The first is for new hashes; `none` gives new hashes no pepper. */
export const peppers = z.string().transform((list, context) => {
  const [first = '', ...rest] = list.split(',').map((text) => text.trim())
  const forNew = first === 'none' ? undefined : first
  const all = [...(forNew === undefined ? [] : [forNew]), ...rest]
  if (all.every((text) => secret.safeParse(text).success)) return { forNew, all }
  context.addIssue({ code: 'custom', message: `has to be secrets of at least ${secretMinBytes} bytes each` })
  return z.NEVER
})

export const paths = z.string().transform((file, context) => {
  const content = readJsonFile(file)
  const parsed = pathMap.safeParse(content)
  if (parsed.success) return parsed.data
  const why = content === undefined ? `: ${whyNoJson(file)}` : ''
  context.addIssue({ code: 'custom', message: `has to name a JSON file of call name → path${why}` })
  return z.NEVER
})

/** The path of an existing file. The program that opens it reports other faults. */
export const existingFile = z
  .string()
  .transform((path) => resolve(path))
  .refine(isFile, 'has to name a file')

/** `stdout`, or a file in an existing folder. */
export const auditLog = z
  .string()
  .transform((text) => (text === 'stdout' ? text : resolve(text)))
  .refine((to) => {
    const there = (path: string) => statSync(path, { throwIfNoEntry: false })
    return to === 'stdout' || (there(dirname(to))?.isDirectory() === true && there(to)?.isDirectory() !== true)
  }, 'has to be stdout, or a file in an existing folder')

/** Schemes of host apps, separated by commas. */
export const appSchemes = z
  .string()
  .transform((list) => list.split(',').map((text) => text.trim()))
  .refine((schemes) => schemes.every((each) => appScheme.safeParse(each).success), {
    message: 'has to be schemes with a dot, in lower case, such as com.example.app',
  })
  .transform((schemes): ReadonlySet<string> => new Set(schemes))

export const drainSeconds = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,3})?$/, 'has to be a number of seconds, from 0 to 300')
  .transform(Number)
  .refine((seconds) => seconds <= 300, 'has to be a number of seconds, from 0 to 300')

/** A list of proxies in the form of the web server. */
export const proxies = z
  .string()
  .refine(
    (list) => list.split(',').every((text) => isProxy(text.trim())),
    'has to be addresses or networks, such as 10.0.0.0/8',
  )

/** DNS servers, each an IP address with or without a port, such as `192.0.2.1,[2001:db8::1]:53`. */
export const dnsServers = z
  .string()
  .transform((list) => list.split(',').map((text) => text.trim()))
  .refine(
    (servers) => servers.every(isDnsServer),
    'has to be IP addresses, with or without a port, such as 192.0.2.1:53',
  )

const isDnsServer = (text: string): boolean => {
  if (isIP(text) !== 0) return true
  const [, bracketed, plain, port = ''] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? []
  return isIP(bracketed ?? plain ?? '') !== 0 && Number(port) >= 1 && Number(port) <= 65_535
}

const isProxy = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  // ipaddr.js also accepts old spellings of IPv4, such as "1" for 0.0.0.1.
  const [address = ''] = text.split('/')
  return isIP(address) !== 0 && (text === address || ipaddr.isValidCIDR(text))
}
