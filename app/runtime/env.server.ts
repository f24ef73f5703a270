import type { IncomingHttpHeaders } from 'node:http'
import type { Variant } from '#contract/call'
import type { WireNames } from '#contract/wire/headers'
import { passkeyPlaceOf } from '#rules/passkey-place'
import { secretFile, secretRing } from '#settings/files/secret-file'
import { isLoopback } from '#settings/loopback'
import type { Source } from '#settings/names'
import { webAppSettings } from '#settings/programs'
import { readSettings } from '#settings/settings'
import { drainMsOf } from '#settings/variables'

export type Env = ReturnType<typeof readEnv>

/**
 * The web app's settings from environment variables.
 * @throws BadEnvironment
 */
export const readEnv = (source: Source) => {
  const read = readSettings(webAppSettings, source)
  const publicUrl = read.PUBLIC_URL ?? new URL(`http://localhost:${read.PORT}`)
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl,
    /** The public origins: PUBLIC_URL, and those of the hosts in VARIANT. */
    publicUrls: [publicUrl.host, ...read.VARIANT.byHost.keys()].map(
      (host) => new URL(`${publicUrl.protocol}//${host}`),
    ),
    /** The operator's desk: its origin, and where it listens, unless another copy serves it. Undefined: none. */
    desk:
      read.DESK_PORT === undefined && read.DESK_URL === undefined
        ? undefined
        : {
            url: read.DESK_URL ?? new URL(`http://localhost:${read.DESK_PORT}`),
            port: read.DESK_PORT,
            host: read.DESK_HOST,
          },
    secure: publicUrl.protocol === 'https:',
    /** True if browsers offer passkeys. */
    hasPasskeys: passkeyPlaceOf(publicUrl) !== undefined,
    accountApi: {
      url: read.ACCOUNT_API_URL?.origin ?? `http://127.0.0.1:${read.ACCOUNT_API_PORT}`,
      port: read.ACCOUNT_API_PORT,
      embedded: read.ACCOUNT_API_URL === undefined,
      aid: read.ACCOUNT_API_AID,
      /** The first secret of the key ring, which signs. */
      key: once(() => read.ACCOUNT_API_KEY?.[0] ?? secretFile(read.DATA_DIR, 'account-api-key')),
      ...(read.ACCOUNT_API_PATHS && { paths: read.ACCOUNT_API_PATHS }),
      logIdHeader: read.LOG_ID_HEADER,
      /** The account API's names of cookies and headers. */
      names: {
        sessionCookie: read.SESSION_COOKIE,
        formTokenCookie: read.FORM_TOKEN_COOKIE,
        formTokenHeader: read.FORM_TOKEN_HEADER.toLowerCase(),
      } satisfies WireNames,
    },
    /** The first one seals, and all of them open. */
    sessionSecrets: once(() => read.SESSION_SECRETS ?? secretRing(read.DATA_DIR, 'session-secrets')),
    /** The vendor whose captcha script replaces the built-in one. */
    captchaVendor: read.CAPTCHA,
    /** The operator's brand, for people. */
    brand: read.BRAND,
    /**
     * The platforms that people can sign in with, and their names if the file gives them. Secrets are not kept here.
     */
    platforms: [...(read.THIRD_PARTY ?? [])].flatMap(([platform, { own, name }]) =>
      own ? [] : [{ platform, name: name ?? null }],
    ),
    /** The languages that pages offer, in their order. */
    languages: read.LANGUAGES,
    /** The language for a visitor who prefers none of them. */
    defaultLanguage: read.DEFAULT_LANGUAGE,
    /** The service whose texts replace the built-in ones. */
    translations:
      read.TRANSLATIONS_URL === undefined ? undefined : { url: read.TRANSLATIONS_URL, key: read.TRANSLATIONS_KEY },
    /** The region for a mobile, if the visitor's browser names none. */
    defaultRegion: read.DEFAULT_REGION,
    dataDir: read.DATA_DIR,
    /** Addresses or networks of proxies whose X-Forwarded-For is trusted, separated by commas. */
    trustProxy: read.TRUST_PROXY,
    /**
     * The variant of a host, as a Host header names it. A host without its own variant has the variant of PUBLIC_URL.
     */
    variantAt: (host: string): Variant => {
      const { usual, byHost } = read.VARIANT
      return byHost.get(host.toLowerCase()) ?? byHost.get(publicUrl.host) ?? usual
    },
    /** True when signing in for one application signs the person in to the others. */
    singleSignOn: read.SINGLE_SIGN_ON === 'on',
    /** The script against crawlers of each region that has one. */
    antiCrawler: read.ANTI_CRAWLER,
    /** The receiver of telemetry, if configured, and how the web app identifies itself there. */
    telemetry: {
      url: read.TELEMETRY_URL,
      channel: read.TELEMETRY_CHANNEL,
      gzipBytes: read.TELEMETRY_GZIP_BYTES,
      isInChina: read.DEFAULT_REGION === 'CN',
    },
    deployment: read.DEPLOYMENT,
    /** How long requests are still answered after SIGTERM. */
    drainMs: drainMsOf(read),
    logLevel: read.LOG_LEVEL ?? 'info',
  }
}

/** A generated secret is read on first use, and then cached. */
const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * True if an Origin header names this site: the origin of PUBLIC_URL or, if PUBLIC_URL is this machine itself, any of
 * its loopback names with the same port.
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

/**
 * True when the browser reports that a page of this site sent a form. A browser that does not report it (an old one, or
 * a text browser) passes too; the form token is checked in any case.
 */
export const isFromUs = ({ origin, ...headers }: IncomingHttpHeaders, publicUrls: readonly URL[]): boolean => {
  if (headers['sec-fetch-site'] === 'cross-site') return false
  return origin === undefined || publicUrls.some((url) => isOurOrigin(origin, url))
}

let known: Env | undefined

/** The settings of this process, read from its environment once. */
export const env = (): Env => {
  known ??= readEnv(process.env)
  return known
}
