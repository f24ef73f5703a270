import { expect, it } from 'vitest'
import { errors } from '#contract/errors'
import { mobilePurpose } from '#contract/terms/purposes'
import { freshMobile, goodPassword, worldOn } from '#tests/account-api/worlds/world'
import { read } from '#tests/docs/documents'
import { anyDatabase } from '#tests/fixtures/databases/databases'
import { otherThan } from '#tests/fixtures/messages/post-office'

const world = worldOn(anyDatabase)

const filter = read('deploy/fail2ban/filter.d/butterfly.conf')
const settingOf = (name: string): string => new RegExp(`^${name} = (.+)$`, 'm').exec(filter)?.[1] ?? ''
/** As fail2ban reads it: a host is an address, and the time is taken out of the line first. */
const failed = new RegExp(settingOf('failregex').replace('<HOST>', '(?<host>[\\da-f.:]+)'))
const banned = (line: object): string | undefined =>
  failed.exec(JSON.stringify(line).replace(/(?<="time":")[^"]+/, ''))?.groups?.host

const lineOf = async (act: () => Promise<unknown>): Promise<Record<string, unknown>> => {
  const before = world.audited.length
  await act()
  return world.audited.slice(before).at(-1) ?? {}
}

const wrong = 'not the password'

it('happy: a wrong password is found with its client address, of both versions', async () => {
  for (const address of ['203.0.113.7', '2001:db8::7']) {
    const client = world.person({ address })
    expect(banned(await lineOf(() => client.accountLoginV2({ account: freshMobile(), password: wrong })))).toBe(address)
  }
})

it('happy: a wrong code of a sign-in is found', async () => {
  const mobile = freshMobile()
  const client = world.person({ address: '203.0.113.8' })
  const code = otherThan(await world.codeFor(mobile, mobilePurpose.login, client))
  expect(banned(await lineOf(() => client.smsLogin({ mobile, code })))).toBe('203.0.113.8')
})

it('error: successful actions and a required captcha do not match', async () => {
  const { mobile } = await world.registerMobile()
  const client = world.person()
  expect(banned(await lineOf(() => client.accountLoginV2({ account: mobile, password: goodPassword })))).toBeUndefined()
  expect(banned(await lineOf(() => client.isMobileRegistered({ mobile })))).toBeUndefined()
  expect(banned({ ...(await lineOf(() => client.logout({}))), outcome: 'captcha_required' })).toBeUndefined()
})

it('security: no typed or sent value can get another address banned', async () => {
  const forged = '"address":"198.51.100.1"'
  const client = world.person({ address: '203.0.113.9', userAgent: forged })
  const line = await lineOf(() => client.accountLoginV2({ account: forged, password: forged }))
  expect(banned(line)).toBe('203.0.113.9')
  expect(JSON.stringify(line)).not.toContain('198.51.100.1')
})

it('security: the filter names only existing errors', () => {
  const [, names = ''] = /outcome":"\(\?:([\w|]+)\)/.exec(settingOf('failregex')) ?? []
  for (const name of names.split('|')) expect(Object.keys(errors)).toContain(name)
})
