import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { exampleFile, partsOf, settingsDocument } from '#settings/documents/documents'
import { type Source, settingNames } from '#settings/names'
import { policyDocument, rowsOf } from '#settings/policy/document'
import { accountApiSettings, webAppSettings } from '#settings/programs'
import { readSettings } from '#settings/settings'
import { read } from '#tests/docs/documents'
import { ownFolder } from '#tests/fixtures/programs/own-folder'

const folder = ownFolder('documents')

it('happy: settings.md, policy.md and .env.example match the schemas (npm run settings)', () => {
  expect(read('docs/operators/settings.md')).toBe(settingsDocument())
  expect(read('.env.example')).toBe(exampleFile())
  expect(read('docs/operators/policy.md')).toBe(policyDocument())
})

it('error: an entry of the policy without documentation is named by its place in the file', () => {
  const entries = { password: z.object({ min_length: z.number() }) }
  expect(() => rowsOf(entries, { password: { min_length: 8 } })).toThrow('password.min_length has no documentation')
})

it('happy: each document has every setting once', () => {
  const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name).sort()
  const all = [...settingNames].sort()
  expect(namesIn(settingsDocument(), /^### ([A-Z_]+)$/gm)).toEqual(all)
  expect(namesIn(exampleFile(), /^#([A-Z_]+)=/gm)).toEqual(all)
})

it('error: a variable without documentation is named', () => {
  const line = 'PORT has no documentation: its schema needs .meta({ description: … })'
  for (const schema of [z.string(), z.string().meta({ title: 'a port' }), z.string().meta({ description: '' })]) {
    expect(() => partsOf({ PORT: schema }, {})).toThrow(line)
    expect(() => partsOf({}, { PORT: schema })).toThrow(line)
  }
})

it('happy: every line of .env.example, as a shell reads it, sets the default', () => {
  const file = folder.file('.env', exampleFile().replace(/^#(?=[A-Z_]+=)/gm, ''))
  const script = `set -a; . "${file}"; exec "${process.execPath}" -p 'JSON.stringify(process.env)'`
  const told = execFileSync('sh', ['-ec', script], { encoding: 'utf8', env: { NODE_ENV: 'test' } })
  const source = JSON.parse(told) as Source
  expect(source).toMatchObject({ MAIL_FROM: 'Butterfly <no-reply@localhost>', PUBLIC_URL: '' })
  expect(readSettings(webAppSettings, source)).toEqual(readSettings(webAppSettings, {}))
  expect(readSettings(accountApiSettings, source)).toEqual(readSettings(accountApiSettings, {}))
})
