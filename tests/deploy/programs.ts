import type { Source } from '#settings/names'
import { accountApiSettings, webAppSettings } from '#settings/programs'
import { readSettings } from '#settings/settings'
import { read } from '#tests/docs/documents'

/** The programs that are deployed: the variables that each reads, and how it reads them. */
export const deployed = {
  'account-api': {
    names: Object.keys(accountApiSettings.shape),
    read: (source: Source) => readSettings(accountApiSettings, source),
  },
  web: { names: Object.keys(webAppSettings.shape), read: (source: Source) => readSettings(webAppSettings, source) },
} as const

/** Variables that only the operator knows, in values that the programs take. */
export const ofTheOperator = {
  PUBLIC_URL: 'https://accounts.example.com',
  ACCOUNT_API_KEY: 'a key of the tests that is long enough to be taken',
  SESSION_SECRETS: 'a session secret of the tests that is long enough',
  SMTP_URL: 'smtp://user:password@mail.example.com:587',
  MAIL_FROM: 'Example <no-reply@example.com>',
}

/** Variables of a program that our settings do not know. */
export const strangersIn = (program: keyof typeof deployed, environment: Source): string[] =>
  Object.keys(environment).filter((name) => !deployed[program].names.includes(name))

/** How `npm start` starts Node: with this variable, and these flags. */
const [, arenas = '', flags = ''] = /exec env (MALLOC_ARENA_MAX)=1 node (--\S+) /.exec(read('package.json')) ?? []
export const ofNpmStart = { variables: [arenas], flags }
