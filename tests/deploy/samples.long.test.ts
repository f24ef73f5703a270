import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { runProgram } from '#tests/fixtures/programs/program'
import { pathOf } from '#tests/fixtures/programs/sample'
import { root } from '#tests/fixtures/programs/server'
import { objects } from './manifest'

// Files of `deploy`, as the programs that they are for understand them.

describe('the units of systemd', () => {
  const folder = ownFolder('units')
  const files = ['butterfly-account-api.service', 'butterfly-web@.service', 'butterfly-backup.service']
  const units = [
    ...['butterfly-account-api.service', 'butterfly-web@3001.service', 'butterfly-web@3002.service'],
    'butterfly-backup.service',
  ]

  // As an operator copies them, with the Node of this machine.
  cpSync(`${root}deploy/systemd`, folder.path, { recursive: true })
  for (const name of files)
    folder.file(name, readFileSync(folder.at(name), 'utf8').replace('/usr/bin/node', process.execPath))

  /** Asks systemd-analyze, which looks for units in our folder first. */
  const analyze = (...words: string[]) => {
    const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', SYSTEMD_UNIT_PATH: `${folder.path}:` }
    return runProgram(pathOf('systemd'), words, { cwd: folder.path, env })
  }
  const rate = (unit: string) => analyze('security', '--offline=true', '--no-pager', '--threshold=17', unit)

  it('happy: systemd understands every line of the units', async () => {
    const paths = [...units, 'butterfly-backup.timer'].map((name) => `./${name}`)
    expect(await analyze('verify', ...paths)).toEqual({ ended: 0, said: '' })
  })

  // An ordinary unit has 9.6 of 10, the worst. The remaining 1.6 is the network, which these programs are for, and V8.
  it.each(units)(
    'security: systemd rates the unit %s barely exposed, because of the section that all units share',
    async (name) => {
      expect(await rate(name)).toEqual({ ended: 0, said: expect.stringContaining(`level for ${name}`) })
    },
  )

  it('security: without the section that all units share, the rating would be bad', async () => {
    folder.file('other.service', `[Service]\nExecStart=${process.execPath}\n`)
    expect(await rate('other.service')).toEqual({ ended: 1, said: expect.stringContaining('level for other.service') })
  })
})

describe('the manifest of Kubernetes', () => {
  /** Reads an object by the types of Kubernetes, which drops each field that they do not know. */
  const asKubernetes = (object: unknown, command: string[]): unknown => {
    const words = ['set', ...command, '--local', '--filename=-', '--output=json']
    return JSON.parse(execFileSync(pathOf('kubectl'), words, { input: JSON.stringify(object), encoding: 'utf8' }))
  }

  const image = 'registry.example.com/other'
  const [service, deployment] = objects.map((object) =>
    JSON.parse(JSON.stringify(object).replace(/"image":"[^"]*"/, `"image":"${image}"`)),
  )

  it.each([
    ['Service', service, ['selector', 'app.kubernetes.io/name=butterfly']],
    ['Deployment', deployment, ['image', `web=${image}`]],
  ])('happy: kubectl knows every field of the %s', (kind, object, command) => {
    expect(object).toMatchObject({ kind })
    // A command that changes nothing says nothing.
    const given = JSON.parse(JSON.stringify(object).replace(image, 'another'))
    expect(asKubernetes(given, command)).toMatchObject(object)
  })

  it('error: kubectl drops a field that is misspelt, so the comparison would fail', () => {
    const misspelt = structuredClone(deployment)
    misspelt.spec.template.spec.enableServiceLink = false
    expect(asKubernetes(misspelt, ['image', 'web=another'])).not.toHaveProperty('spec.template.spec.enableServiceLink')
  })
})

it('happy: Prometheus understands every alert', async () => {
  const words = ['check', 'rules', `${root}deploy/prometheus/alerts.yaml`]
  expect(await runProgram(pathOf('promtool'), words)).toEqual({ ended: 0, said: expect.stringContaining('SUCCESS') })
})
