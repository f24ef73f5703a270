import { resolve } from 'node:path'
import { z } from 'zod'
import { formTokenCookie, headerNames } from '#contract/wire/headers'
import { languages } from '#rules/languages'
import { brand } from './brand'
import { policy, usualPolicy } from './policy/policy'
import {
  appSchemes,
  auditLog,
  dnsServers,
  drainSeconds,
  existingFile,
  host,
  httpName,
  languageList,
  oneOf,
  origin,
  paths,
  peppers,
  port,
  postgresUrl,
  proxies,
  ring,
  translationsUrl,
  whole,
} from './values'
import { hostVariants } from './variant'
import { antiCrawler } from './vendors/anti-crawler'
import { formerSystemFile } from './vendors/former-system'
import { thirdParty } from './vendors/third-party'

/**
 * The drain time in milliseconds: long enough for a balancer to poll /readyz again, and within the 10 seconds that a
 * container gets to end. A developer's machine has no balancer, and a restart should be quick.
 */
export const drainMsOf = (read: { DRAIN_SECONDS?: number | undefined; DEPLOYMENT: 'local' | 'production' }): number =>
  (read.DRAIN_SECONDS ?? (read.DEPLOYMENT === 'production' ? 5 : 0)) * 1000

/**
 * The schema of every environment variable, once, with its description for docs/operators/settings.md: here, in
 * delivery.ts (messages and codes), in workplace.ts (workplace messaging), in telemetry.ts and in captcha-vendor.ts
 * (CAPTCHA). programs.ts lists the variables of each program. A variable without a default here gets one from its
 * program.
 */
export const variables = z.object({
  PORT: port.default(3000).meta({
    description: 'Port on which the web app listens.',
  }),
  HOST: host.default('127.0.0.1').meta({
    description: 'Address on which the web app listens.',
  }),
  PUBLIC_URL: origin.optional().meta({
    description: 'Address that people use.',
    more: 'Links, the Origin check and passkeys depend on it: another host name makes all passkeys useless.',
    usually: '`http://localhost:PORT`',
  }),
  DESK_PORT: port.optional().meta({
    description: "Port of the [operator's desk](deploying.md#the-operators-desk), different from `PORT`.",
    more: 'If unset, this web app serves no desk, and links to `DESK_URL` if that is set.',
    usually: 'none',
  }),
  DESK_HOST: host.default('127.0.0.1').meta({
    description: 'Address on which the desk listens.',
  }),
  DESK_URL: origin.optional().meta({
    description: 'Address of the desk that operators use.',
    more: 'It has to differ from `PUBLIC_URL`, and to be https if `PUBLIC_URL` is. Choose one that only your own network reaches.',
    usually: '`http://localhost:DESK_PORT`',
  }),
  TRUST_PROXY: proxies.optional().meta({
    description: 'Addresses or networks of your reverse proxies.',
    more: 'Only these may state a client address, with or without a port.',
  }),
  DEPLOYMENT: oneOf(['local', 'production']).default('local').meta({
    description: '`production` refuses to start half configured, and closes `/outbox`.',
    more: '`local` serves `/outbox` on this machine only, and refuses an `ACCOUNT_API_HOST` that is not loopback.',
  }),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path))
    .meta({
      description: 'Folder of the SQLite file, generated secrets and cached translations.',
    }),
  DATABASE_URL: postgresUrl.optional().meta({
    description: 'PostgreSQL database to use instead of the SQLite file.',
    more: '[TLS and other parameters](deploying.md#tls-to-postgresql). Backups use the same address.',
  }),
  DATABASE_DIRECT_URL: postgresUrl.optional().meta({
    description: 'The same database without a pooler, for migrations.',
    more: 'Needed behind [PgBouncer](deploying.md#a-pooler).',
    usually: '`DATABASE_URL`',
  }),
  DATABASE_POOL_SIZE: whole(2, 1000).default(10).meta({
    description: 'Connections to PostgreSQL per account API, at most.',
    more: 'Keep the sum over all copies below its `max_connections`.',
  }),
  DNS_SERVERS: dnsServers.optional().meta({
    description: 'DNS servers for mail domains and for hosts that organisations and people name.',
    more: 'The answers decide who may join an organisation, so use servers and a network that you trust.',
    usually: 'the name servers of the machine',
  }),
  ACTIVITY_DAYS: whole(7, 3650).default(180).meta({
    description: 'Days for which account activity is kept.',
    more: 'PostgreSQL deletes it by whole months, so up to a month later.',
  }),
  ORGANISATION_LOG_DAYS: whole(7, 3650).default(365).meta({
    description: 'Days for which logs of organisations are kept.',
  }),
  AUDIT_LOG: auditLog.optional().meta({
    description: '`stdout`, or a file that gets [a line per act](audit-log.md), including failed sign-ins.',
    more: 'It has client addresses, but neither addresses of people nor secrets. SIGHUP reopens it.',
    usually: 'none',
  }),
  AUDIT_DAYS: whole(1, 3650).default(90).meta({
    description: 'Days for which events of all acts are kept in the database.',
  }),
  DATABASE_TIMEOUT_MS: whole(500, 60_000).default(5000).meta({
    description: 'Milliseconds that a PostgreSQL statement may take.',
    more: 'A connection without an answer one second later is replaced.',
  }),
  SESSION_SECRETS: ring.optional().meta({
    description: 'Secrets that seal cookies, comma-separated.',
    more: 'The first seals cookies, and each of them opens cookies. Replace them [in steps](replacing-keys.md).',
    usually: 'generated',
  }),
  ACCOUNT_API_KEY: ring.optional().meta({
    description: 'Application keys that sign calls, comma-separated.',
    more: 'The first signs calls, and each of them verifies calls. Replace them [in steps](replacing-keys.md). [Other web apps](administration.md#your-other-applications) have their own keys.',
    usually: 'generated',
  }),
  PASSWORD_PEPPERS: peppers.default({ forNew: undefined, all: [] }).meta({
    description: 'Secrets outside of the database that protect password hashes, comma-separated.',
    more: 'The first is used for new hashes (`none`: no pepper), and each of them verifies hashes. [Introduce and replace them](replacing-keys.md) in steps.',
  }),
  PASSWORD_HASH: oneOf(['m=19456,t=2', 'm=12288,t=3', 'm=9216,t=4', 'm=7168,t=5'])
    .default('m=19456,t=2')
    .transform((text) => {
      const [memoryCost = 0, timeCost = 0] = (text.match(/\d+/g) ?? []).map(Number)
      return { memoryCost, timeCost }
    })
    .meta({
      description: 'Memory (KiB) and passes of argon2id for new password hashes.',
      more: 'All four values protect a hash equally (OWASP). Choose less memory for a small machine.',
    }),
  BREACHED_PASSWORDS: existingFile.optional().meta({
    description: 'File of leaked passwords, [built from published hashes](breached-passwords.md).',
    more: 'New passwords must not be in it, and people who sign in with one are notified. Nothing is sent elsewhere.',
  }),
  CLIENT_ID_METADATA_DOCUMENTS: oneOf(['draft-02']).optional().meta({
    description:
      'Accepts applications that have a metadata document [at their own address](../integrators/mcp.md). The value names the draft of the standard.',
    more: 'Nobody registers such an application, and its consent page says so. Without this setting they are refused.',
  }),
  FORMER_SYSTEM: formerSystemFile,
  ACCOUNT_API_AID: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'has to be letters, digits, dots and dashes')
    .default('butterfly')
    .meta({
      description: 'Name of the application that `ACCOUNT_API_KEY` belongs to.',
    }),
  OPERATOR_KEY: z
    .string()
    .regex(/^butterfly_operator_[\w-]{43}$/, 'has to be an operator key from npm run admin -- keys make')
    .optional()
    .meta({
      description: '[Operator key](administration.md#operator-keys) for `npm run admin` on another machine.',
      more: 'Needs `ACCOUNT_API_URL`. If unset, the command line signs with `ACCOUNT_API_KEY`.',
    }),
  ACCOUNT_API_PORT: port.default(4000).meta({
    description: 'Port on which the account API listens.',
  }),
  ACCOUNT_API_HOST: host.default('127.0.0.1').meta({
    description: 'Address on which the account API listens.',
  }),
  ACCOUNT_API_URL: origin.optional().meta({
    description: 'Address of an account API on another machine, or of your own account API.',
    more: 'If set, the web app starts no account API in its process.',
  }),
  ACCOUNT_API_PATHS: paths.optional().meta({
    description: 'JSON file of call name → path, for an account API with its own paths.',
    more: 'Use `null` for a call that it [does not have](../integrators/own-account-api.md).',
  }),
  LOG_ID_HEADER: httpName('header').default(headerNames.logId).meta({
    description: 'Response header in which the account API names its log id.',
  }),
  SESSION_COOKIE: httpName('cookie').optional().meta({
    description: 'Session cookie of [your own account API](../integrators/own-account-api.md#cookies-and-headers).',
    more: 'If unset, it is the cookie that the answer to a sign-in sets.',
  }),
  FORM_TOKEN_COOKIE: httpName('cookie').default(formTokenCookie).meta({
    description: 'Cookie in which the account API sends its form token.',
  }),
  FORM_TOKEN_HEADER: httpName('header').default(headerNames.formToken).meta({
    description: 'Request header that returns the form token.',
  }),
  BRAND: brand.optional().meta({
    description:
      'JSON file that [describes you](branding.md#your-name-on-pages-and-messages): name, logo, colour, terms, privacy, support, SMS signature.',
  }),
  THIRD_PARTY: thirdParty.optional().meta({
    description: 'JSON file of the [providers](third-party-sign-in.md) that people can sign in with.',
  }),
  POLICY: policy.default(usualPolicy).meta({
    description: 'JSON file of [decisions about your deployment](policy.md), such as who may create an account.',
    more: 'Each entry has a default and a range. Restart all copies after a change.',
  }),
  LANGUAGES: languageList.default(['zh-Hans', 'en']).meta({
    description: 'Languages that pages offer, in this order.',
    more: 'Sign-in is available [in Arabic and traditional Chinese](translating.md#languages); other pages use a complete language.',
    usually: '`zh-Hans,en`',
  }),
  DEFAULT_LANGUAGE: oneOf(languages).default('zh-Hans').meta({
    description: 'Language for visitors whose browser names none of `LANGUAGES`. It has to be one of them.',
  }),
  TRANSLATIONS_URL: translationsUrl.optional().meta({
    description: 'Address of a [translation service](translating.md#a-translation-service).',
    more: 'Its texts override the built-in ones.',
  }),
  TRANSLATIONS_KEY: z
    .string()
    .regex(/^[\w.~+/=-]{1,256}$/, 'has to be 1 to 256 letters, digits and characters of . _ ~ + / = -')
    .optional()
    .meta({
      description: 'Public key that the translation service needs.',
      more: 'It replaces `{{key}}` in `TRANSLATIONS_URL`. If the address has no `{{key}}`, the key is sent as `Authorization: Bearer`.',
    }),
  APP_SCHEMES: appSchemes.default(new Set()).meta({
    description: 'URL schemes of your [host apps](../integrators/app-bridge.md).',
    more: 'Deep links open no other schemes.',
  }),
  VARIANT: hostVariants.default({ usual: 'web', byHost: new Map() }).meta({
    description: 'Variant of the pages: `web`, `app` or `sso`, or a JSON object of one per host.',
    usually: '`web`',
  }),
  SINGLE_SIGN_ON: oneOf(['on', 'off']).default('on').meta({
    description: '`on`: signing in to one application signs the person in to the others until they close the browser.',
    more: 'With “stay signed in” ticked, it lasts longer. `off`: applications share the sign-in only if the person ticks it.',
  }),
  ANTI_CRAWLER: antiCrawler.default(new Map()).meta({
    description: 'Script against crawlers, one per region.',
    more: 'Pages that begin a sign-in, a registration or a reset load it last, and work without it.',
  }),
  DRAIN_SECONDS: drainSeconds.optional().meta({
    description: 'Seconds for which requests are still answered after SIGTERM, while `/readyz` says 503.',
    more: 'Make it longer than your balancer needs to notice, and 10 seconds shorter than your supervisor waits before it kills.',
    usually: '`5` in production, or else `0`',
  }),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional().meta({
    description: 'Lowest level of log lines.',
    more: 'The account API of a local deployment defaults to `warn`, so that codes stand out in the terminal.',
    usually: '`info`',
  }),
})
