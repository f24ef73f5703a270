import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { runProgram } from '#tests/fixtures/programs/program'
import { type Butterfly, start } from '../../testing/deployment/start'
import { startBash } from './bash'
import { fencesIn } from './documents'

const guide = 'docs/integrators/testing-yours.md'
const folder = ownFolder('examples')
let butterfly: Butterfly
/** The whole environment of an example. */
let env: Record<string, string | undefined>
beforeAll(async () => {
  butterfly = await start()
  env = { PATH: process.env.PATH, TMPDIR: folder.path, BASE: butterfly.url, OUTBOX: butterfly.accountApiUrl }
})
afterAll(() => butterfly.stop())

it('happy: the examples for curl register a person, and sign them in from another browser', async () => {
  const bash = startBash({ cwd: folder.path, env })
  const said = []
  for (const block of fencesIn(guide, 'sh')) said.push(await bash.run(block))
  await bash.stop()
  expect(said.map(({ stderr, exitCode }) => [stderr, exitCode])).toEqual([
    ['', 0],
    ['', 0],
  ])
  const at = (path: string) => `200 ${butterfly.url}${path}`
  const [sent, registered, signedIn] = said.at(-1)?.stdout.split('\n') ?? []
  expect(sent).toBe(at('/login/register/email/code'))
  expect([registered, signedIn].map((line) => line?.split('?')[0])).toEqual([at('/settings'), at('/settings')])
})

it('happy: the example for Python registers a person and signs them in with the standard library', async () => {
  const [example = ''] = fencesIn(guide, 'python')
  folder.file('example.py', example)
  const { ended, said } = await runProgram('python3', ['-I', 'example.py'], { cwd: folder.path, env })
  expect([ended, said]).toEqual([0, expect.stringMatching(/^signed in as bo-\d+@example\.com\n$/)])
})
