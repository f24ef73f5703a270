import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { secretFile } from '#settings/files/secret-file'
import { ownFolder } from '#tests/fixtures/programs/own-folder'

const folder = ownFolder('secrets')

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
  const directory = folder.at('empty')
  mkdirSync(directory)
  writeFileSync(join(directory, 'session-secrets'), '')
  expect(() => secretFile(directory, 'session-secrets')).toThrow(/contains no secret/)
})
