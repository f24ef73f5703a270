import { execFile } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { pathOf } from '#tests/fixtures/programs/sample'
import { root } from '#tests/fixtures/programs/server'

const folder = ownFolder('units')

const files = ['butterfly-account-api.service', 'butterfly-web@.service', 'butterfly-backup.service']
const units = [
  ...['butterfly-account-api.service', 'butterfly-web@3001.service', 'butterfly-web@3002.service'],
  'butterfly-backup.service',
]

// As an operator copies them, with the Node of this machine.
cpSync(join(root, 'deploy/systemd'), folder.path, { recursive: true })
for (const name of files)
  folder.file(name, readFileSync(folder.at(name), 'utf8').replace('/usr/bin/node', process.execPath))

/** Asks systemd-analyze, which looks for units in our folder first. */
const analyze = async (...words: string[]) => {
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', SYSTEMD_UNIT_PATH: `${folder.path}:` }
  return promisify(execFile)(pathOf('systemd'), words, { cwd: folder.path, env: env as never })
}

it('happy: systemd understands every line of the units', async () => {
  const { stdout, stderr } = await analyze('verify', ...[...units, 'butterfly-backup.timer'].map((name) => `./${name}`))
  expect([stdout, stderr]).toEqual(['', ''])
})

// An ordinary unit has 9.6 of 10, the worst. The remaining 1.6 is the network, which these programs are for, and V8.
it.each(units)(
  'security: systemd rates the unit %s barely exposed, because of the section that all units share',
  async (name) => {
    await expect(analyze('security', '--offline=true', '--no-pager', '--threshold=17', name)).resolves.toMatchObject({
      stdout: expect.stringContaining(`level for ${name}`),
    })
  },
)

it('security: without the section that all units share, the rating would be bad', async () => {
  folder.file('other.service', `[Service]\nExecStart=${process.execPath}\n`)
  await expect(analyze('security', '--offline=true', '--no-pager', '--threshold=17', 'other.service')).rejects.toThrow()
})
