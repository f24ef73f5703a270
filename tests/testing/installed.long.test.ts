import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it, vi } from 'vitest'
import { fencesIn } from '#tests/docs/documents'
import { freePort } from '#tests/fixtures/programs/free-port'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { runProgram, startProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { findChromium } from '../../scripts/programs.mjs'

const folder = ownFolder('project of others')
const project = folder.at('project')
const guide = 'docs/integrators/testing-yours.md'

/** The environment of a person with nothing but Node, and no registry to ask. */
const env = { PATH: process.env.PATH, HOME: folder.path, BUTTERFLY_HOME: root, npm_config_offline: 'true' }

/** Each of these starts its own programs, and none is given up on a machine that does much else. */
const seconds = 300
vi.setConfig({ testTimeout: seconds * 1000, hookTimeout: seconds * 1000 })

const npm = async (cwd: string, ...words: string[]): Promise<void> => {
  const { ended, said } = await runProgram('npm', [...words, '--no-audit', '--no-fund'], { cwd, env, seconds })
  expect(ended, said).toBe(0)
}

beforeAll(async () => {
  await npm(root, 'pack', './testing', '--pack-destination', folder.path)
  const [packed = ''] = readdirSync(folder.path).filter((name) => name.endsWith('.tgz'))
  mkdirSync(project)
  folder.file('project/package.json', JSON.stringify({ name: 'orchard', type: 'module', private: true }))
  await npm(project, 'install', '--save-dev', folder.at(packed))
  // The project has its own Playwright.
  for (const name of ['@playwright', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(project, 'node_modules', name))
})

const spec = 'signed-in.spec.ts'
const writeExample = () => folder.file(`project/${spec}`, fencesIn(guide, 'ts')[0] ?? '')

const run = (name: string, ...words: string[]) => runProgram(name, words, { cwd: project, env, seconds })

it('happy: the guide’s example for Node runs in a project that has only the package', async () => {
  const [example = ''] = fencesIn(guide, 'js')
  folder.file('project/example.mjs', example)
  expect(await run(process.execPath, 'example.mjs')).toEqual({ ended: 0, said: '' })
})

it('happy: the guide’s example for Playwright type-checks with the package', async () => {
  writeExample()
  const options = ['--module', 'nodenext', '--target', 'es2022', '--strict', '--noEmit', '--types', 'node']
  const { ended, said } = await run(
    process.execPath,
    join(root, 'node_modules/typescript-native/bin/tsc'),
    ...options,
    spec,
  )
  expect([ended, said]).toEqual([0, ''])
})

it('happy: the guide’s example for Playwright passes there', async () => {
  writeExample()
  const launchOptions = { executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] }
  const config = { workers: 1, timeout: seconds * 1000, reporter: 'line', use: { launchOptions } }
  folder.file('project/playwright.config.mjs', `export default ${JSON.stringify(config)}`)
  const { ended, said } = await run(process.execPath, 'node_modules/@playwright/test/cli.js', 'test')
  expect([ended, said]).toEqual([0, expect.stringContaining('2 passed')])
})

it('happy: the package’s simulator starts by its command, and shows its configuration', async () => {
  const port = String(await freePort())
  const command = join(project, 'node_modules/.bin/butterfly-simulator')
  const simulator = startProgram(command, ['--port', port], { cwd: project, env })
  await eventually('the simulator to start', () => simulator.said().includes('/config') || undefined, { seconds })
  const answer = await fetch(`http://localhost:${port}/config`)
  expect(await answer.json()).toMatchObject({ issuer: `http://localhost:${port}`, client: { client_id: 'orchard' } })
  expect(await simulator.stop()).toBe(0)
})

it('error: without a Butterfly, the kit says what to set', async () => {
  const script = `import { start } from '@butterfly/testing'; await start().catch(({ message }) => console.log(message))`
  folder.file('project/nothing.mjs', script)
  const { said } = await runProgram(process.execPath, ['nothing.mjs'], { cwd: project, env: { PATH: env.PATH } })
  expect(said).toMatch(/^Say where Butterfly is: set BUTTERFLY_HOME to its folder, or call start/)
})
