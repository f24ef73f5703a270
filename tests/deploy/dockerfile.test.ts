import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { read } from '#tests/docs/documents'
import { root } from '#tests/fixtures/programs/server'
import { inContext, lastOf, stages, variablesOf } from './dockerfile'
import { ofNpmStart, strangersIn } from './programs'

const targets = ['account-api', 'web'] as const
const images = stages.filter(({ from }) => !stages.some(({ name }) => name === from)).map(({ from }) => from)

it('happy: every image uses the Node version of .nvmrc on a slim Debian', () => {
  const version = read('.nvmrc').trim()
  expect(new Set(images)).toEqual(new Set([`node:${version}-bookworm-slim`]))
})

it('security: an image copies only named files, so no data and no secret gets into it', () => {
  const rules = read('deploy/Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(rules).toEqual(['*', ...inContext.map((name) => `!${name}`)])
  expect(inContext.filter((name) => !existsSync(join(root, name)))).toEqual([])
  expect(inContext.filter((name) => !/^[\w.-]+$/.test(name) || /^(\.|data$|node_modules$|build$)/.test(name))).toEqual(
    [],
  )
})

it.each(targets)(
  'happy: the image %s has settings, its own probe and a signal that this product supports',
  (target) => {
    const variables = variablesOf(target)
    expect(strangersIn(target, variables)).toEqual(ofNpmStart.variables)
    expect(lastOf(target, 'VOLUME')).toBe(variables.DATA_DIR)
    expect(lastOf(target, 'HEALTHCHECK')).toContain('/healthz')
    expect(lastOf(target, 'STOPSIGNAL')).toBe('SIGTERM')
    expect(JSON.parse(lastOf(target, 'CMD') ?? '')).toEqual(['node', ofNpmStart.flags, `build/${target}.js`])
  },
)

it.each(targets)('security: the image %s does not run as root', (target) => expect(lastOf(target, 'USER')).toBe('node'))
