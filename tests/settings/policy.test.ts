import { expect, it } from 'vitest'
import { readEnvironment } from '#account-api/start/env'
import { usualPolicy } from '#settings/policy/policy'
import { ownFolder } from '#tests/fixtures/programs/own-folder'

const folder = ownFolder('policy-settings')
const noList = 'is not a list of username, mobile, email, at least one, each once'

const policyOf = (content: unknown) => {
  const POLICY = folder.file('policy.json', JSON.stringify(content))
  return readEnvironment({ POLICY, DATA_DIR: folder.path }).POLICY
}

it('happy: without a file, and for settings missing from the file, the defaults apply', () => {
  expect(readEnvironment({ DATA_DIR: folder.path }).POLICY).toEqual(usualPolicy)
  expect(policyOf({})).toEqual(usualPolicy)
})

it.each([
  ['has a mistake', '{\n  "registration": "invited",\n}', 'is not JSON: see line 3, column 1'],
  ['is in another encoding', Buffer.from('{}', 'utf16le').fill(0xff, 0, 1), 'is not JSON'],
  ['is a folder', undefined, 'cannot be read (EISDIR)'],
])('error: a file that %s is reported with the reason, and without its text', (_, content, why) => {
  const POLICY = content === undefined ? folder.path : folder.file('mistaken.json', content)
  const read = () => readEnvironment({ POLICY, DATA_DIR: folder.path })
  expect(read).toThrow(`POLICY has to name a JSON file of decisions: ${POLICY} ${why}`)
})

it('happy: a file sets what it names', () => {
  expect(policyOf({ registration: 'invited', password: { min_length: 12 } })).toEqual({
    ...usualPolicy,
    registration: 'invited',
    password: { ...usualPolicy.password, min_length: 12 },
  })
})

it('happy: mail domains are normalised like the emails of accounts', () => {
  const mail_domains = { allowed: ['School.Example', '*.Bücher.example'], refused: ['学校。中国'] }
  expect(policyOf({ mail_domains })).toMatchObject({
    mail_domains: { allowed: ['school.example', '*.xn--bcher-kva.example'], refused: ['xn--48s290a.xn--fiqs8s'] },
  })
})

it.each([
  [{ registration: 'nobody' }, 'registration', '"nobody" is not one of open, invited, closed'],
  [{ registration: null }, 'registration', 'null is not one of open, invited, closed'],
  [{ registrations: 'open' }, 'content', 'it has no entry registrations'],
  [{ password: { min_length: 7 } }, 'password.min_length', '7 is not from 8 to 64'],
  [{ password: { min_length: 8.5 } }, 'password.min_length', '8.5 is not a whole number from 8 to 64'],
  [{ password: { length: 9 } }, 'password', 'it has no entry length'],
  [{ password: 8 }, 'password', 'has to be an object'],
  [{ codes: { minutes: 11 } }, 'codes.minutes', '11 is not from 3 to 10'],
  [{ sessions: { days: 91 } }, 'sessions.days', '91 is not from 1 to 90'],
  [{ sessions: { idle_days: 0 } }, 'sessions.idle_days', '0 is not from 1 to 90'],
  [{ proofs: { minutes: 16 } }, 'proofs.minutes', '16 is not from 3 to 15'],
  [{ second_factor: { of: 'all' } }, 'second_factor.of', '"all" is not one of nobody, administrators, everybody'],
  [{ second_factor: { from: '1 May' } }, 'second_factor.from', '"1 May" is not a day as YYYY-MM-DD, or null'],
  [{ limits: { codes_to_an_address: 9 } }, 'limits.codes_to_an_address', '9 is not from 10 to 100'],
  [{ retention: { cancelled_account_days: 6 } }, 'retention.cancelled_account_days', '6 is not from 7 to 90'],
  [{ identifiers: [] }, 'identifiers', `[] ${noList}`],
  [{ identifiers: ['email', 'phone'] }, 'identifiers.1', '"phone" is not one of username, mobile, email'],
  [{ identifiers: ['email', 'email'] }, 'identifiers', `["email","email"] ${noList}`],
  [{ identifiers: 'email' }, 'identifiers', `"email" ${noList}`],
  [{ mail_domains: { allowed: 'all' } }, 'mail_domains.allowed', '"all" is not "any" or a list of mail domains'],
  [{ mail_domains: { allowed: [] } }, 'mail_domains.allowed', '[] is not 1 to 1000 mail domains'],
  [{ mail_domains: { refused: 'any' } }, 'mail_domains.refused', '"any" is not a list of mail domains'],
  [{ mail_domains: { allowed: ['example.com', 7] } }, 'mail_domains.allowed.1', '7 is not a mail domain'],
  [[], 'content', 'has to be an object'],
])('error: the policy %j stops the start with one line', (content, where, why) => {
  expect(() => policyOf(content)).toThrow(`POLICY names a file whose ${where} cannot be used: ${why}.`)
})

it.each(['example', '*', '*.*.example.com', 'a@example.com', '192.0.2.1', 'https://example.com', ''])(
  'error: the text “%s” is not a mail domain',
  (written) => {
    const line = `${JSON.stringify(written)} is not a mail domain such as example.com or *.example.com`
    expect(() => policyOf({ mail_domains: { refused: [written] } })).toThrow(
      `POLICY names a file whose mail_domains.refused.0 cannot be used: ${line}.`,
    )
  },
)
