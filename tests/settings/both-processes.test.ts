import { expect, it } from 'vitest'
import { readEnvironment } from '#account-api/start/env'
import { drainMsOf } from '#settings/variables'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { readEnv } from '~/runtime/env.server'

const folder = ownFolder('both-settings')

/** What a process says about an environment: the message of its refusal, or undefined. */
const refusalOf = (read: (source: Record<string, string>) => unknown, given: Record<string, string>) => {
  try {
    read({ DATA_DIR: folder.path, ...given })
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

it('happy: both processes measure a key in bytes', () => {
  const ACCOUNT_API_KEY = 'é'.repeat(16)
  expect(readEnv({ ACCOUNT_API_KEY }).accountApi.key()).toBe(ACCOUNT_API_KEY)
  expect(readEnvironment({ ACCOUNT_API_KEY }).ACCOUNT_API_KEY).toEqual([ACCOUNT_API_KEY])
})

it('happy: a web app with a remote account API ignores the settings of where an account API listens', () => {
  const ACCOUNT_API_URL = 'https://accounts.internal:4000'
  expect(readEnv({ ACCOUNT_API_HOST: '0.0.0.0', ACCOUNT_API_URL }).accountApi.url).toBe(ACCOUNT_API_URL)
})

it('happy: the web app signs with the first key of a ring, and the account API accepts all', () => {
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)]
  const ACCOUNT_API_KEY = `${newer}, ${older}`
  expect(readEnv({ ACCOUNT_API_KEY }).accountApi.key()).toBe(newer)
  expect(readEnvironment({ ACCOUNT_API_KEY }).ACCOUNT_API_KEY).toEqual([newer, older])
})

it.each([
  { ACCOUNT_API_KEY: `${'k'.repeat(32)},short` },
  { ACCOUNT_API_KEY: ',' },
  { ACCOUNT_API_KEY: 'é'.repeat(15) },
  { ACCOUNT_API_AID: 'two words' },
  { ACCOUNT_API_PORT: '0' },
  { ACCOUNT_API_HOST: '0.0.0.0' },
  { PUBLIC_URL: 'https://accounts.example.com/path' },
  { DEPLOYMENT: 'staging' },
  { LOG_LEVEL: 'loud' },
  { CAPTCHA: '/no/such/file' },
  { DEPLOYMENT: 'production' },
  { DEPLOYMENT: 'production', PUBLIC_URL: 'http://accounts.example.com' },
])('error: both processes refuse %o with the same line', (given) => {
  const refusal = refusalOf(readEnv, given)
  expect(refusal).toMatch(/^[A-Z_]+ has to be [^\n]+\.$/)
  expect(refusalOf(readEnvironment, given)).toBe(refusal)
})

it.each([
  [{}, 0],
  [{ DRAIN_SECONDS: '0.5' }, 500],
  [{ DRAIN_SECONDS: '12' }, 12_000],
])('happy: with %o, both processes drain for %d ms in a local deployment', (given, ms) => {
  expect([readEnv(given).drainMs, readEnvironment({ DATA_DIR: folder.path, ...given }).drainMs]).toEqual([ms, ms])
})

it('happy: a production deployment drains for as long as a load balancer needs to notice', () => {
  expect(drainMsOf({ DEPLOYMENT: 'production' })).toBe(5000)
  expect(drainMsOf({ DEPLOYMENT: 'production', DRAIN_SECONDS: 0 })).toBe(0)
})
