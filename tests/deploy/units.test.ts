import { expect, it } from 'vitest'
import { drainMsOf } from '../../settings/variables'
import { read } from '../docs/documents'
import { deployed, ofNpmStart, ofTheOperator, strangersIn } from './programs'

const shared = read('deploy/systemd/butterfly-.service.d/program.conf')
const units = { 'butterfly-web@.service': 'web', 'butterfly-account-api.service': 'account-api' } as const

/** The values of a line of a unit, one for each time that it is there. */
const valuesOf = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

it.each(Object.entries(units))(
  'happy: %s starts what is built, with variables that its program reads',
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
