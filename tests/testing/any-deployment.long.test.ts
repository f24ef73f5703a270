import { expect, it, vi } from 'vitest'
import { runningHere } from '#tests/fixtures/hooks'
import { runProgram } from '#tests/fixtures/programs/program'
import { root } from '#tests/fixtures/programs/server'
import { start } from '../../testing/deployment/start'

const TEST_IDENTIFIERS = '+8613811112222=246810'
const seconds = 300
vi.setConfig({ testTimeout: seconds * 1000 })
const butterfly = runningHere(() => start({ environment: { TEST_IDENTIFIERS } }))

const runJourneys = (environment: Record<string, string>, ...words: string[]) => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, CHROMIUM: process.env.CHROMIUM, ...environment }
  return runProgram('npm', ['run', '--silent', 'e2e', '--', ...words], { cwd: root, env, seconds })
}

it('happy: journeys at a running deployment pass the first time and again', async () => {
  const { ended, said } = await runJourneys({ BASE_URL: butterfly.url, TEST_IDENTIFIERS }, '--repeat-each=2')
  expect([ended, said]).toEqual([0, expect.stringContaining('10 passed')])
})

it('error: without a mobile whose code is known, the journeys say what to set', async () => {
  const { ended, said } = await runJourneys(
    { BASE_URL: butterfly.url, TEST_IDENTIFIERS: 'ann@example.com=123456' },
    '-x',
  )
  expect([ended, said]).toEqual([1, expect.stringContaining('TEST_IDENTIFIERS has to name a mobile')])
})
