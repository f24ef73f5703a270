import { mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openAuditLog } from '#account-api/start/audit-log'
import { BadEnvironment } from '#settings/settings'
import { ownFolder } from '#tests/fixtures/programs/own-folder'

const folder = ownFolder('audit-log')
const log = pino({ level: 'silent' })
const linesIn = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : JSON.parse(line)))

it('happy: each line is written at once, and an existing log is continued', () => {
  const path = folder.at('goes-on')
  const first = openAuditLog(path, log)
  first.write({ id: 1 })
  expect(linesIn(path)).toEqual([{ id: 1 }])
  first.close()
  const second = openAuditLog(path, log)
  second.write({ id: 2 })
  expect(linesIn(path)).toEqual([{ id: 1 }, { id: 2 }])
  second.close()
})

it('security: after SIGHUP a renamed file is no longer written, and nobody else can read the new one', () => {
  const path = folder.at('rotated')
  const isPrivate = () => (statSync(path).mode & 0o777) === 0o600
  const audit = openAuditLog(path, log)
  audit.write({ id: 1 })
  expect(isPrivate()).toBe(true)
  renameSync(path, `${path}.1`)
  process.emit('SIGHUP')
  audit.write({ id: 2 })
  expect([linesIn(`${path}.1`), linesIn(path), isPrivate()]).toEqual([[{ id: 1 }], [{ id: 2 }], true])
  audit.close()
  expect(process.listenerCount('SIGHUP')).toBe(0)
})

it('error: an unwritable file stops the start, with one line that names the setting', () => {
  const open = () => openAuditLog(join(folder.path, 'nowhere', 'audit.log'), log)
  expect(open).toThrow(BadEnvironment)
  expect(open).toThrow(/^AUDIT_LOG cannot be written: /)
})

it('error: a folder that is missing at SIGHUP is reported, and the previous file stays in use', () => {
  const place = folder.at('gone')
  mkdirSync(place)
  const told: unknown[] = []
  const audit = openAuditLog(join(place, 'audit.log'), { error: (...given: unknown[]) => told.push(given[1]) } as never)
  renameSync(place, `${place}.1`)
  process.emit('SIGHUP')
  expect(told).toEqual(['the audit log could not be written'])
  audit.write({ id: 1 })
  expect(linesIn(join(`${place}.1`, 'audit.log'))).toEqual([{ id: 1 }])
  audit.close()
})

it('happy: without a configured path there is no audit log', () => {
  const audit = openAuditLog(undefined, log)
  audit.write({ id: 1 })
  audit.close()
  expect(process.listenerCount('SIGHUP')).toBe(0)
})
