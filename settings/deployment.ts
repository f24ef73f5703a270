import { isLoopback, isLoopbackHost } from './loopback'
import type { Policy } from './policy/policy'

/** The variables that the rules of a deployment check, as far as a process has picked them. */
export interface Judged {
  DEPLOYMENT: 'local' | 'production'
  PUBLIC_URL?: URL | undefined
  PORT?: number | undefined
  DESK_PORT?: number | undefined
  DESK_URL?: URL | undefined
  SESSION_SECRETS?: readonly string[] | undefined
  ACCOUNT_API_KEY?: readonly string[] | undefined
  ACCOUNT_API_HOST?: string | undefined
  ACCOUNT_API_URL?: URL | undefined
  DATABASE_URL?: string | undefined
  DATABASE_DIRECT_URL?: string | undefined
  SMTP_URL?: string | undefined
  SMS_WEBHOOK_URL?: string | undefined
  SMS_COUNTRIES?: ReadonlySet<string> | undefined
  POLICY?: Pick<Policy, 'identifiers'> | undefined
  TEST_IDENTIFIERS?: ReadonlyMap<string, string> | undefined
  ALLOW_TEST_IDENTIFIERS?: string | undefined
  WORKPLACE_WEBHOOK_URL?: string | undefined
  WORKPLACE_WEBHOOK_SECRET?: readonly Buffer[] | undefined
  LARK_APP_ID?: string | undefined
  LARK_APP_SECRET?: string | undefined
  LANGUAGES?: readonly string[] | undefined
  DEFAULT_LANGUAGE?: string | undefined
  TRANSLATIONS_URL?: string | undefined
  TRANSLATIONS_KEY?: string | undefined
}

/** A rule applies to a process that picks the variable in question. */
interface Rule {
  about: keyof Judged
  refuses: (read: Judged) => boolean
  because: string
}

/** A setting that works only with another one. */
const needed = (about: keyof Judged, given: keyof Judged): Rule => ({
  about,
  refuses: (read) => read[given] !== undefined && read[about] === undefined,
  because: `${about} has to be set if ${given} is`,
})

/** Two settings that only work together. */
const together = (one: keyof Judged, other: keyof Judged): Rule[] => [needed(one, other), needed(other, one)]

/** The rules of every deployment. */
const always: Rule[] = [
  ...together('WORKPLACE_WEBHOOK_URL', 'WORKPLACE_WEBHOOK_SECRET'),
  ...together('LARK_APP_ID', 'LARK_APP_SECRET'),
  needed('DATABASE_URL', 'DATABASE_DIRECT_URL'),
  needed('TRANSLATIONS_URL', 'TRANSLATIONS_KEY'),
  {
    about: 'DESK_PORT',
    refuses: ({ DESK_PORT, PORT }) => DESK_PORT !== undefined && DESK_PORT === PORT,
    because: 'DESK_PORT has to differ from PORT',
  },
  {
    about: 'DESK_URL',
    refuses: ({ DESK_URL, PUBLIC_URL }) => DESK_URL !== undefined && DESK_URL.origin === PUBLIC_URL?.origin,
    because: 'DESK_URL has to differ from PUBLIC_URL',
  },
  {
    // Either the cookies of both are for https, or of neither. A desk over http would expose its operators' sessions to
    // the network.
    about: 'DESK_URL',
    refuses: ({ DESK_PORT, DESK_URL, PUBLIC_URL }) =>
      (DESK_PORT ?? DESK_URL) !== undefined && (DESK_URL?.protocol ?? 'http:') !== (PUBLIC_URL?.protocol ?? 'http:'),
    because: 'DESK_URL and PUBLIC_URL both have to be https, or both http',
  },
  {
    about: 'LANGUAGES',
    refuses: (read) => !read.LANGUAGES?.includes(read.DEFAULT_LANGUAGE ?? ''),
    because: 'LANGUAGES has to include DEFAULT_LANGUAGE',
  },
  {
    about: 'LARK_APP_ID',
    refuses: (read) => read.LARK_APP_ID !== undefined && read.WORKPLACE_WEBHOOK_URL !== undefined,
    because: 'LARK_APP_ID or WORKPLACE_WEBHOOK_URL has to be unset: only one can send workplace messages',
  },
]

const rules: Record<Judged['DEPLOYMENT'], Rule[]> = {
  local: [
    {
      // Anyone who reaches the port can read every code in /outbox. A web app with a URL starts no account API.
      about: 'ACCOUNT_API_HOST',
      refuses: ({ ACCOUNT_API_HOST: host = '', ACCOUNT_API_URL: url }) => !url && !isLoopbackHost(host),
      because: 'ACCOUNT_API_HOST has to be a loopback address such as 127.0.0.1,',
    },
  ],
  production: [
    { about: 'PUBLIC_URL', refuses: (read) => !read.PUBLIC_URL, because: 'PUBLIC_URL has to be set' },
    {
      about: 'PUBLIC_URL',
      refuses: ({ PUBLIC_URL: url }) => url?.protocol === 'http:' && !isLoopback(url.hostname),
      because: 'PUBLIC_URL has to be https, or loopback,',
    },
    {
      about: 'DESK_URL',
      refuses: ({ DESK_PORT, DESK_URL }) => DESK_PORT !== undefined && DESK_URL === undefined,
      because: 'DESK_URL has to be set if DESK_PORT is,',
    },
    {
      about: 'DESK_URL',
      refuses: ({ DESK_URL: url }) => url?.protocol === 'http:' && !isLoopback(url.hostname),
      because: 'DESK_URL has to be https, or loopback,',
    },
    { about: 'SESSION_SECRETS', refuses: (read) => !read.SESSION_SECRETS, because: 'SESSION_SECRETS has to be set' },
    { about: 'ACCOUNT_API_KEY', refuses: (read) => !read.ACCOUNT_API_KEY, because: 'ACCOUNT_API_KEY has to be set' },
    {
      about: 'SMTP_URL',
      refuses: (read) => !read.SMTP_URL && !read.SMS_WEBHOOK_URL,
      because: 'SMTP_URL or SMS_WEBHOOK_URL has to be set',
    },
    {
      // A number or an email that gets no codes cannot be bound.
      about: 'POLICY',
      refuses: ({ POLICY, SMTP_URL: email, SMS_WEBHOOK_URL: mobile }) => {
        const reached = { email, mobile, username: true }
        return POLICY?.identifiers.every((kind) => reached[kind] === undefined) ?? false
      },
      because: 'POLICY has to allow an identifier with a channel: mobile needs SMS_WEBHOOK_URL, email needs SMTP_URL,',
    },
    {
      // An SMS to some regions costs a hundred times as much as a domestic one.
      about: 'SMS_COUNTRIES',
      refuses: (read) => read.SMS_WEBHOOK_URL !== undefined && read.SMS_COUNTRIES === undefined,
      because: 'SMS_COUNTRIES has to be set if SMS_WEBHOOK_URL is,',
    },
    {
      about: 'TEST_IDENTIFIERS',
      refuses: (read) => read.TEST_IDENTIFIERS !== undefined && read.ALLOW_TEST_IDENTIFIERS === undefined,
      because: 'TEST_IDENTIFIERS has to be unset, or ALLOW_TEST_IDENTIFIERS to be 1,',
    },
  ],
}

/**
 * Why a deployment must not start with these settings, each reason as one line; empty when it may.
 * @param picked the names of the variables that the process reads
 * @param unread those that cannot be used: a rule that needs one of them is skipped
 */
export const refusalsOf = (
  read: Judged,
  { picked, unread }: { picked: ReadonlySet<string>; unread: ReadonlySet<string> },
): string[] => {
  const isBroken = ({ about, refuses }: Rule): boolean => {
    let isCertain = true
    const watched = new Proxy(read, {
      get: (target, name) => {
        if (unread.has(String(name))) isCertain = false
        return target[name as keyof Judged]
      },
    })
    return picked.has(about) && refuses(watched) && isCertain
  }
  const ofDeployment = unread.has('DEPLOYMENT') ? [] : rules[read.DEPLOYMENT].filter(isBroken)
  return [
    ...always.filter(isBroken).map(({ because }) => `${because}.`),
    ...ofDeployment.map(({ because }) => `${because} with DEPLOYMENT=${read.DEPLOYMENT}.`),
  ]
}
