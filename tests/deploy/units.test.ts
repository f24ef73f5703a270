import { expect, it } from 'vitest'
import { accountApiSettings, webAppSettings } from '../../settings/programs'
import { readSettings } from '../../settings/settings'
import { drainMsOf } from '../../settings/variables'
import { read } from '../docs/documents'

const shared = read('deploy/systemd/butterfly-.service.d/program.conf')
const units = {
  'butterfly-web@.service': { program: 'web', settings: webAppSettings },
  'butterfly-account-api.service': { program: 'account-api', settings: accountApiSettings },
}

/** The values of a line of a unit, one for each time that it is there. */
const valuesOf = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

it.each(Object.entries(units))(
  'happy: %s starts what is built, with variables that its program reads',
  (name, unit) => {
    const text = read(`deploy/systemd/${name}`)
    const [flags = ''] = /(?<=MALLOC_ARENA_MAX=2 node )--\S+/.exec(read('package.json')) ?? []
    expect(valuesOf(text, 'ExecStart')).toEqual([`/usr/bin/node ${flags} build/${unit.program}.js`])
    const pairs = [shared, text].flatMap((each) => valuesOf(each, 'Environment')).flatMap((line) => line.split(' '))
    const environment = Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
    expect(Object.keys(environment).filter((key) => !(key in unit.settings.shape))).toEqual(['MALLOC_ARENA_MAX'])
    const given = { ...environment, DATA_DIR: '/var/lib/butterfly', ...(environment.PORT && { PORT: '3001' }) }
    expect(readSettings(unit.settings, { ...given, ...ofTheFile })).toMatchObject({ DEPLOYMENT: 'production' })
  },
)

/** What the operator’s file of variables has. */
const ofTheFile = {
  PUBLIC_URL: 'https://accounts.example.com',
  ACCOUNT_API_KEY: 'a key of the tests that is long enough to be taken',
  SESSION_SECRETS: 'a session secret of the tests that is long enough',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Example <no-reply@example.com>',
}

it('happy: a program has its drain time and ten seconds more to stop', () => {
  const drainSeconds = drainMsOf({ DEPLOYMENT: 'production' }) / 1000
  expect(valuesOf(shared, 'TimeoutStopSec').map(Number)).toEqual([drainSeconds + 15])
})

it('security: the units share what confines them, and each has it by its name alone', () => {
  expect(Object.keys(units).filter((name) => !name.startsWith('butterfly-'))).toEqual([])
  expect(shared).toMatch(/^NoNewPrivileges=yes$/m)
  expect(shared).toMatch(/^CapabilityBoundingSet=$/m)
  expect(shared).toMatch(/^ProtectSystem=strict$/m)
  // V8 could not start.
  expect(shared).not.toMatch(/^MemoryDenyWriteExecute=/m)
})
