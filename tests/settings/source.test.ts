import { expect, it } from 'vitest'
import { configCheck } from '#account-api/start/checks/config-check'
import { readEnvironment } from '#account-api/start/env'
import { unreadIn } from '#settings/names'
import { webAppSettings } from '#settings/programs'
import { readSettings } from '#settings/settings'
import { ownFolder } from '#tests/fixtures/programs/own-folder'

const folder = ownFolder('settings-source')
const { file } = folder
const key = 'k'.repeat(32)
const readApi = (source: Record<string, string>) => readEnvironment({ DATA_DIR: folder.path, ...source })

it('happy: secrets and addresses are read from files, with or without a final newline', () => {
  const read = readApi({
    ACCOUNT_API_KEY_FILE: file('key', `${key}\n`),
    DATABASE_URL_FILE: file('database', 'postgres://u:p@h/d\r\n'),
    SMTP_URL_FILE: file('smtp', 'smtp://u:p@h'),
    PASSWORD_PEPPERS_FILE: file('peppers', key),
  })
  expect(read).toMatchObject({ DATABASE_URL: 'postgres://u:p@h/d', SMTP_URL: 'smtp://u:p@h', ACCOUNT_API_KEY: [key] })
  expect(read.PASSWORD_PEPPERS.all).toEqual([key])
  expect(readSettings(webAppSettings, { SESSION_SECRETS_FILE: file('secrets', key) }).SESSION_SECRETS).toEqual([key])
})

it('error: an unusable file stops the start, with a line that names its variable', () => {
  expect(() => readApi({ SMTP_URL_FILE: '/nowhere' })).toThrow(
    'SMTP_URL_FILE has to name a file that this user can read (ENOENT).',
  )
  expect(() => readApi({ SMTP_URL_FILE: file('e', '\n') })).toThrow(/^SMTP_URL_FILE has to name a file with a value/)
  expect(() => readApi({ SMTP_URL_FILE: file('wrong', 'host:25') })).toThrow(
    'SMTP_URL_FILE names a file whose value has to be an address such as smtp://host:587.',
  )
  expect(() => readApi({ SMTP_URL: 'smtp://h', SMTP_URL_FILE: file('both', 'smtp://h') })).toThrow(
    'SMTP_URL_FILE has to be unset if SMTP_URL is set.',
  )
  const missing = { DEPLOYMENT: 'production', PUBLIC_URL: 'https://a.example.com', ACCOUNT_API_KEY_FILE: '/nowhere' }
  expect(() => readApi(missing)).toThrow(/^ACCOUNT_API_KEY_FILE has to name a file/)
})

it('error: an unknown variable that ends in _FILE is reported', async () => {
  const others = { SSL_CERT_FILE: '/x', TF_CLI_CONFIG_FILE: '/x', AWS_WEB_IDENTITY_TOKEN_FILE: '/x', LOG_FILE: '/x' }
  const source = { MAIL_FROM_FILE: '/x', POSTGRES_PASSWORD_FILE: '/x', SMTP_URL_FILE: '/x', ...others }
  expect(unreadIn(source)).toEqual([
    { variables: ['MAIL_FROM_FILE', 'POSTGRES_PASSWORD_FILE'], about: expect.stringContaining('ends in _FILE') },
  ])
  const { text } = await configCheck({ MAIL_FROM_FILE: '/x' }, { isOffline: true })
  expect(text).toMatch(/^warning +MAIL_FROM_FILE +ends in _FILE/m)
})

it('happy: Kubernetes Services named like our variables change no setting, and are reported once', () => {
  const services = {
    ...{ ACCOUNT_API_PORT: 'tcp://10.0.0.1:1', DESK_PORT: 'udp://10.0.0.2:53', ACCOUNTS_API_PORT: 'tcp://10.0.0.3:1' },
    ...{ ACCOUNT_API_SERVICE_HOST: '10.0.0.1', ACCOUNT_API_PORT_4000_TCP: 'tcp://10.0.0.1:4000' },
  }
  expect(readApi(services).ACCOUNT_API_PORT).toBe(4000)
  expect(readSettings(webAppSettings, services).DESK_PORT).toBeUndefined()
  expect(unreadIn(services)).toEqual([
    { variables: ['ACCOUNT_API_PORT', 'DESK_PORT'], about: expect.stringContaining('Service of Kubernetes') },
  ])
})
