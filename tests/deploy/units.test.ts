import { expect, it } from 'vitest'
import { isCustody } from '#account-api/custody/commands'
import { drainMsOf } from '#settings/variables'
import { read } from '#tests/docs/documents'
import { deployed, ofNpmStart, ofTheOperator, strangersIn } from './programs'

const shared = read('deploy/systemd/butterfly-.service.d/program.conf')
const units = { 'butterfly-web@.service': 'web', 'butterfly-account-api.service': 'account-api' } as const

/** The values of a line of a unit, one for each time that it is there. */
const valuesOf = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

it.each(Object.entries(units))(
  'happy: the unit %s starts what is built, with its program’s variables',
  (name, program) => {
    const text = read(`deploy/systemd/${name}`)
    expect(valuesOf(text, 'ExecStart')).toEqual([`/usr/bin/node ${ofNpmStart.flags} build/${program}.js`])
    const pairs = [shared, text].flatMap((each) => valuesOf(each, 'Environment')).flatMap((line) => line.split(' '))
    const environment = Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
    expect(strangersIn(program, environment)).toEqual(ofNpmStart.variables)
    // As systemd writes these out.
    const written = { ...environment, DATA_DIR: '/var/lib/butterfly', ...(environment.PORT && { PORT: '3001' }) }
    expect(deployed[program].read({ ...written, ...ofTheOperator })).toMatchObject({ DEPLOYMENT: 'production' })
  },
)

it('happy: the timer starts an existing backup command, once, with the settings of the account API', () => {
  const text = read('deploy/systemd/butterfly-backup.service')
  const [command = ''] = valuesOf(text, 'ExecStart')
  expect(command).toMatch(/^\/usr\/bin\/node build\/admin\.js backup --to %S\/butterfly-backups --keep 14$/)
  expect(isCustody(command.split(' ').slice(2))).toBe(true)
  expect(valuesOf(text, 'EnvironmentFile')).toEqual(['-/etc/butterfly/web.env', '-/etc/butterfly/account-api.env'])
  // What all units share says otherwise, and its own part has the last word.
  expect(valuesOf(shared, 'Restart')).toEqual(['on-failure'])
  expect(valuesOf(read('deploy/systemd/butterfly-backup.service.d/once.conf'), 'Restart')).toEqual(['no'])
  expect(read('deploy/systemd/butterfly-backup.timer')).toMatch(/^OnCalendar=/m)
})

it('happy: a program has its drain time and ten seconds more to stop', () => {
  const drainSeconds = drainMsOf({ DEPLOYMENT: 'production' }) / 1000
  expect(valuesOf(shared, 'TimeoutStopSec').map(Number)).toEqual([drainSeconds + 15])
})

it('security: the units share one confinement section, and each includes it by name', () => {
  expect(Object.keys(units).filter((name) => !name.startsWith('butterfly-'))).toEqual([])
  expect(shared).toMatch(/^NoNewPrivileges=yes$/m)
  expect(shared).toMatch(/^CapabilityBoundingSet=$/m)
  expect(shared).toMatch(/^ProtectSystem=strict$/m)
  // V8 could not start.
  expect(shared).not.toMatch(/^MemoryDenyWriteExecute=/m)
})
