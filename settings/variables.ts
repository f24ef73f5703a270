import { resolve } from 'node:path'
import { z } from 'zod'
import { formTokenCookie, headerNames } from '../contract/wire/headers'
import { languages } from '../rules/languages'
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
 * The drain time in milliseconds: long enough for a balancer to ask /readyz again, and within the 10 seconds that a
 * container is given to end. On a developer's machine there is no balancer, and a restart should be quick.
 */
export const drainMsOf = (read: { DRAIN_SECONDS?: number | undefined; DEPLOYMENT: 'local' | 'production' }): number =>
  (read.DRAIN_SECONDS ?? (read.DEPLOYMENT === 'production' ? 5 : 0)) * 1000

/**
 * The schema of every environment variable, once, with what docs/operators/settings.md says of it: here, in delivery.ts (messages
 * and codes), in workplace.ts (workplace messaging), in telemetry.ts and in captcha-vendor.ts (CAPTCHA). programs.ts has
 * what each program reads. A variable without a default here gets one from its program.
 */
export const variables = z.object({
  PORT: port.default(3000).meta({ description: 'the port on which the web app listens' }),
  HOST: host.default('127.0.0.1').meta({ description: 'the address on which the web app listens' }),
  PUBLIC_URL: origin.optional().meta({
    description: 'the address that people use',
    more: 'links and the Origin check derive from it; another host name ends all passkeys',
    usually: '`http://localhost:PORT`',
  }),
  DESK_PORT: port.optional().meta({
    description: "the port of the [operator's desk](deploying.md#the-operators-desk), another one than `PORT`",
    more: 'without it this web app serves no desk, and leads to the one at `DESK_URL`, if that is set',
    usually: 'none',
  }),
  DESK_HOST: host.default('127.0.0.1').meta({ description: 'the address on which the desk listens' }),
  DESK_URL: origin.optional().meta({
    description: 'the address of the desk that operators use',
    more: 'another one than `PUBLIC_URL`, https where that is, and better one that only your own network reaches',
    usually: '`http://localhost:DESK_PORT`',
  }),
  TRUST_PROXY: proxies.optional().meta({
    description: 'the addresses of your reverse proxies, as `127.0.0.1,10.0.0.0/8`',
    more: 'only they may state a client address, with or without a port',
  }),
  DEPLOYMENT: oneOf(['local', 'production']).default('local').meta({
    description: '`production` refuses to start half configured, and closes `/outbox`',
    more: '`local` shows `/outbox` on this machine alone, and refuses an `ACCOUNT_API_HOST` that is not loopback',
  }),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path))
    .meta({ description: 'the folder of the SQLite file, of generated secrets and of kept translations' }),
  DATABASE_URL: postgresUrl.optional().meta({
    description: '`postgres://…` in place of the SQLite file',
    more: '[TLS and its other parameters](deploying.md#tls-to-postgresql); backups read it in the same way',
  }),
  DATABASE_DIRECT_URL: postgresUrl.optional().meta({
    description: 'the same database without the pooler that `DATABASE_URL` leads through, for migrations',
    more: 'needed behind [PgBouncer](deploying.md#a-pooler)',
    usually: '`DATABASE_URL`',
  }),
  DATABASE_POOL_SIZE: whole(2, 1000).default(10).meta({
    description: 'the most connections of one account API to PostgreSQL, 2 to 1000',
    more: 'all copies together need fewer than its `max_connections`',
  }),
  DNS_SERVERS: dnsServers.optional().meta({
    description:
      'where the text records of mail domains, and the hosts that organisations and people name, are looked up, ' +
      'as `192.0.2.1,[2001:db8::1]:53`',
    more: 'the answers decide who may join an organisation, so name servers that you trust, over a network that you trust',
    usually: 'those of the machine',
  }),
  ACTIVITY_DAYS: whole(7, 3650).default(180).meta({
    description: 'how long the activity of accounts is kept, 7 to 3650 days',
    more: 'PostgreSQL drops it by whole months, so up to a month later',
  }),
  ORGANISATION_LOG_DAYS: whole(7, 3650)
    .default(365)
    .meta({ description: 'how long the logs of organisations are kept, 7 to 3650 days' }),
  AUDIT_LOG: auditLog.optional().meta({
    description: '`stdout`, or a file that gets [a line for each act](operating.md#the-audit-log), failed sign-ins too',
    more: 'it has client addresses, and neither addresses of people nor secrets; opened again after SIGHUP',
    usually: 'none',
  }),
  AUDIT_DAYS: whole(1, 3650)
    .default(90)
    .meta({ description: 'how long the events of all acts are kept in the database, 1 to 3650 days' }),
  DATABASE_TIMEOUT_MS: whole(500, 60_000).default(5000).meta({
    description: 'how long PostgreSQL may take for a statement, 500 to 60000 milliseconds',
    more: 'a connection that gives no answer a second later is replaced',
  }),
  SESSION_SECRETS: ring.optional().meta({
    description: 'a comma-separated ring that seals cookies, each of at least 32 bytes',
    more: 'the first seals, all open; [replaced](deploying.md#replacing-keys) in steps',
    usually: 'generated',
  }),
  ACCOUNT_API_KEY: ring.optional().meta({
    description: 'the application key that signs calls, also a comma-separated ring of at least 32 bytes each',
    more:
      'the first signs, all verify; [replaced](deploying.md#replacing-keys) in steps; ' +
      '[another application](administration.md#your-other-applications) has its own',
    usually: 'generated',
  }),
  PASSWORD_PEPPERS: peppers.default({ forNew: undefined, all: [] }).meta({
    description:
      'a comma-separated ring of secrets outside of the database, without which a stolen password hash cannot be tried out',
    more:
      'the first is for new hashes (`none`: they get none), each verifies; ' +
      '[introduced and replaced](deploying.md#replacing-keys) in steps',
  }),
  PASSWORD_HASH: oneOf(['m=19456,t=2', 'm=12288,t=3', 'm=9216,t=4', 'm=7168,t=5'])
    .default('m=19456,t=2')
    .transform((text) => {
      const [memoryCost = 0, timeCost = 0] = (text.match(/\d+/g) ?? []).map(Number)
      return { memoryCost, timeCost }
    })
    .meta({
      description: 'the memory (KiB) and the passes of argon2id for new password hashes',
      more: 'all four are as hard to guess (OWASP); fewer KiB for a machine with little memory',
    }),
  BREACHED_PASSWORDS: existingFile.optional().meta({
    description:
      'a file of passwords that have leaked elsewhere, [made from published hashes](operating.md#breached-passwords)',
    more: 'no new password is in it, and people who sign in with such a one are told; nothing is asked outside',
  }),
  FORMER_SYSTEM: formerSystemFile,
  ACCOUNT_API_AID: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'has to be letters, digits, dots and dashes')
    .default('butterfly')
    .meta({ description: 'the name of the application whose key is in `ACCOUNT_API_KEY`' }),
  OPERATOR_KEY: z
    .string()
    .regex(/^butterfly_operator_[\w-]{43}$/, 'has to be an operator key, as npm run admin -- keys make shows it')
    .optional()
    .meta({
      description:
        'an [operator key](administration.md#operator-keys), by which `npm run admin` works on another machine',
      more: 'with `ACCOUNT_API_URL`; without it, the command line signs with `ACCOUNT_API_KEY`',
    }),
  ACCOUNT_API_PORT: port.default(4000).meta({ description: 'the port on which the account API listens' }),
  ACCOUNT_API_HOST: host.default('127.0.0.1').meta({ description: 'the address on which the account API listens' }),
  ACCOUNT_API_URL: origin.optional().meta({
    description: 'another account API',
    more: 'the web app then runs none in its own process',
  }),
  ACCOUNT_API_PATHS: paths.optional().meta({
    description:
      'a JSON file of call name → path, for an account API with its own paths; null for a call that it [does not have](../integrators/own-account-api.md)',
  }),
  LOG_ID_HEADER: httpName('header')
    .default(headerNames.logId)
    .meta({ description: 'the response header in which the account API names its log id' }),
  SESSION_COOKIE: httpName('cookie')
    .optional()
    .meta({
      description:
        'the cookie in which an [account API of your own](../integrators/own-account-api.md#cookies-and-headers) keeps a session. ' +
        'Unset: the cookie that the answer to a sign-in sets',
    }),
  FORM_TOKEN_COOKIE: httpName('cookie')
    .default(formTokenCookie)
    .meta({ description: 'the cookie in which the account API sends its form token' }),
  FORM_TOKEN_HEADER: httpName('header')
    .default(headerNames.formToken)
    .meta({ description: 'the request header in which the form token goes back' }),
  BRAND: brand.optional().meta({
    description:
      'the path of a JSON file that [describes you](operating.md#your-name-on-pages-and-messages): name, logo, colour, ' +
      'terms, privacy, support, the signature of SMS',
  }),
  THIRD_PARTY: thirdParty.optional().meta({
    description:
      'the path of a JSON file of the [providers](operating.md#third-party-sign-in) that people can sign in with',
  }),
  POLICY: policy.default(usualPolicy).meta({
    description:
      'the path of a JSON file of [decisions about your deployment](policy.md), as who may create an account',
    more: 'each entry has a default and a range; restart all copies after a change',
  }),
  LANGUAGES: languageList.default(['zh-Hans', 'en']).meta({
    description: 'the languages that pages offer, in their order: some of `zh-Hans`, `en`, `ar` and `zh-Hant`',
    more: 'the way to sign in [is there in Arabic and traditional Chinese](translating.md#languages), with a full language for the rest',
    usually: '`zh-Hans,en`',
  }),
  DEFAULT_LANGUAGE: oneOf(languages).default('zh-Hans').meta({
    description: 'the language of pages for a visitor whose browser names none of `LANGUAGES`, which it is one of',
  }),
  TRANSLATIONS_URL: translationsUrl.optional().meta({
    description:
      'the address of a [translation service](translating.md#a-translation-service), as ' +
      '`https://texts.example.com/{{lng}}/{{ns}}.json`',
    more: 'https, or http on this machine; its texts take the place of the built-in ones',
  }),
  TRANSLATIONS_KEY: z
    .string()
    .regex(/^[\w.~+/=-]{1,256}$/, 'has to be 1 to 256 letters, digits and marks of . _ ~ + / = -')
    .optional()
    .meta({
      description: 'the public key that the translation service asks for',
      more: 'it stands where `TRANSLATIONS_URL` has `{{key}}`, or else in the header `Authorization: Bearer`',
    }),
  APP_SCHEMES: appSchemes.default(new Set()).meta({
    description:
      'the schemes of your [host apps](../integrators/app-bridge.md), as `com.example.app,com.example.other`',
    more: 'deep links lead to no other',
  }),
  VARIANT: hostVariants.default({ usual: 'web', byHost: new Map() }).meta({
    description:
      '`web`, `app` or `sso`, or which of them at each host, as `{"accounts.example.com":"web","m.example.com":"app"}`',
    usually: '`web`',
  }),
  SINGLE_SIGN_ON: oneOf(['on', 'off']).default('on').meta({
    description: 'whether people who sign in for an application are signed in for the next one',
    more: 'until the browser is closed, or longer for those who tick that; with `off`, only for those who tick it',
  }),
  ANTI_CRAWLER: antiCrawler.default(new Map()).meta({
    description:
      'a script against crawlers for each region that needs one, as `{"CN":"https://vendor.example/guard.js"}`',
    more: 'the pages on which a sign-in, a registration or a reset begins load it at their end, and work without it',
  }),
  DRAIN_SECONDS: drainSeconds.optional().meta({
    description: 'how long requests are still answered after SIGTERM, while `/readyz` already says 503',
    more: 'this is to be longer than your balancer takes to see it, and 10 seconds shorter than your supervisor waits before it kills',
    usually: '`5` in production, or else `0`',
  }),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional().meta({
    description: 'the least level of a line in the log',
    more: '`warn` for the account API of a local deployment, so that codes stand out in the terminal',
    usually: '`info`',
  }),
})
