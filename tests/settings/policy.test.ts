import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readEnvironment } from '../../account-api/start/env'
import { usualPolicy } from '../../settings/policy/policy'
import { temporaryFolder } from '../fixtures/programs/folder'

const folder = temporaryFolder('policy-settings')
afterAll(() => folder.remove())

const policyOf = (content: unknown) => {
  const POLICY = join(folder.path, 'policy.json')
  writeFileSync(POLICY, JSON.stringify(content))
  return readEnvironment({ POLICY, DATA_DIR: folder.path }).POLICY
}

it('happy: without a file, and for what a file leaves out, the defaults are so', () => {
  expect(readEnvironment({ DATA_DIR: folder.path }).POLICY).toEqual(usualPolicy)
  expect(policyOf({})).toEqual(usualPolicy)
})

it('happy: a file decides what it names', () => {
  expect(policyOf({ registration: 'invited', password: { min_length: 12 } })).toEqual({
    ...usualPolicy,
    registration: 'invited',
    password: { ...usualPolicy.password, min_length: 12 },
  })
})

it.each([
  [{ registration: 'nobody' }, 'registration cannot be used: "nobody" is not one of open, invited, closed'],
  [{ registration: null }, 'registration cannot be used: null is not one of open, invited, closed'],
  [{ registrations: 'open' }, 'content cannot be used: it has no entry registrations'],
  [{ password: { min_length: 7 } }, 'password.min_length cannot be used: 7 is not from 8 to 64'],
  [{ password: { min_length: 8.5 } }, 'password.min_length cannot be used: 8.5 is not a whole number from 8 to 64'],
  [{ password: { length: 9 } }, 'password cannot be used: it has no entry length'],
  [{ password: 8 }, 'password cannot be used: has to be an object'],
  [{ codes: { minutes: 11 } }, 'codes.minutes cannot be used: 11 is not from 3 to 10'],
  [{ sessions: { days: 91 } }, 'sessions.days cannot be used: 91 is not from 1 to 90'],
  [{ sessions: { idle_days: 0 } }, 'sessions.idle_days cannot be used: 0 is not from 1 to 90'],
  [{ proofs: { minutes: 16 } }, 'proofs.minutes cannot be used: 16 is not from 3 to 15'],
  [
    { second_factor: { of: 'all' } },
    'second_factor.of cannot be used: "all" is not one of nobody, administrators, everybody',
  ],
  [
    { second_factor: { from: '1 May' } },
    'second_factor.from cannot be used: "1 May" is not a day as YYYY-MM-DD, or null',
  ],
  [{ limits: { codes_to_an_address: 9 } }, 'limits.codes_to_an_address cannot be used: 9 is not from 10 to 100'],
  [
    { retention: { cancelled_account_days: 6 } },
    'retention.cancelled_account_days cannot be used: 6 is not from 7 to 90',
  ],
  [[], 'content cannot be used: has to be an object'],
])('error: %j stops the start with one line', (content, line) => {
  expect(() => policyOf(content)).toThrow(`POLICY names a file whose ${line}.`)
})
