import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openToOthers } from '#settings/files/private-files'
import { secretFile } from '#settings/files/secret-file'
import { ownFolder } from '#tests/fixtures/programs/own-folder'

const folder = ownFolder('settings-files')

it('security: a generated secret is created once, from 32 random bytes, and only its owner may read it', () => {
  const directory = join(folder.path, 'new', 'data')
  const made = secretFile(directory, 'session-secrets')
  expect(made).toMatch(/^[\w-]{43}$/)
  expect(secretFile(directory, 'session-secrets')).toBe(made)
  expect(secretFile(directory, 'account-api-key')).not.toBe(made)
  expect(readFileSync(join(directory, 'session-secrets'), 'utf8')).toBe(`${made}\n`)
  expect(statSync(join(directory, 'session-secrets')).mode & 0o777).toBe(0o600)
})

it('error: a secret file that stays empty is not a secret', () => {
  const directory = folderOf('no-secret', 0o700, { 'session-secrets': 0o600 })
  expect(() => secretFile(directory, 'session-secrets')).toThrow(/contains no secret/)
})

const folderOf = (name: string, mode: number, files: Record<string, number>): string => {
  const path = folder.at(name)
  mkdirSync(path)
  for (const [file, fileMode] of Object.entries(files)) {
    writeFileSync(join(path, file), '')
    chmodSync(join(path, file), fileMode)
  }
  chmodSync(path, mode)
  return path
}

it('security: a folder and files that others can open are reported, with the command that fixes it', () => {
  const path = folderOf('open', 0o755, { 'butterfly.db': 0o644, 'butterfly.db-wal': 0o640, 'account-api-key': 0o600 })
  expect(openToOthers(path, ['butterfly.db', 'butterfly.db-wal', 'butterfly.db-shm', 'account-api-key'])).toBe(
    `Other users of this machine can open private files. Run: chmod go= ${path} ${path}/butterfly.db ${path}/butterfly.db-wal`,
  )
})

it('happy: private files, and a folder without our files, are not reported', () => {
  expect(openToOthers(folderOf('private', 0o700, { 'butterfly.db': 0o600 }), ['butterfly.db'])).toBeUndefined()
  expect(openToOthers(folderOf('empty', 0o755, {}), ['butterfly.db'])).toBeUndefined()
  expect(openToOthers(folder.at('missing'), ['butterfly.db'])).toBeUndefined()
})
