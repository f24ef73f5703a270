import { expect, it } from 'vitest'
import { runningHere } from '#tests/fixtures/hooks'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { runProgram } from '#tests/fixtures/programs/program'
import { start } from '../../testing/deployment/start'
import { startBash } from './bash'
import { fencesIn } from './documents'

const guide = 'docs/integrators/testing-yours.md'
const folder = ownFolder('examples')
const butterfly = runningHere(() => start())
/** How an example runs: in this folder, with this whole environment. */
const surroundings = () => ({
  cwd: folder.path,
  env: { PATH: process.env.PATH, TMPDIR: folder.path, BASE: butterfly.url, OUTBOX: butterfly.accountApiUrl },
})

it('happy: the examples for curl register a person, and sign them in from another browser', async () => {
  const bash = startBash(surroundings())
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
  folder.file('example.py', fencesIn(guide, 'python')[0] ?? '')
  const { ended, said } = await runProgram('python3', ['-I', 'example.py'], surroundings())
  expect([ended, said]).toEqual([0, expect.stringMatching(/^signed in as bo-\d+@example\.com\n$/)])
})
