import { beforeEach, expect, it } from 'vitest'
import { done, emailSent } from '#tests/app/browser/answers'
import { openBrowser, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { offered, openKindsMemory } from '~/navigation/open-pages/open-kinds.server'

const fake = withFakeAccountApi()

/** Sets the minimum password length in the account API's answer. Undefined: the field is missing. */
const tell = async (password_length?: number, minutes: { code_minutes?: number; proof_minutes?: number } = {}) => {
  openKindsMemory.known = undefined
  const numbers = password_length === undefined ? {} : { numbers: { password_length, ...minutes } }
  fake.answer('listCodeChannels', done({ channels: ['mobile', 'email'], ...numbers }))
  await offered()
}

beforeEach(() => tell())

const atTheCode = async (language: string) => {
  fake.answer('sendEmailCode', emailSent())
  const browser = openBrowser({ language })
  await browser.submit('/login/register/email', { email: 'ann@example.com' })
  return browser
}

it.each([
  ['en', 12, {}, 'At least 12\u00A0characters.', 'At least 8\u00A0characters.'],
  ['zh-CN', 12, {}, '至少 12\u00A0个字符。', '至少 8\u00A0个字符。'],
  ['en', 8, { code_minutes: 4 }, 'It works for 4\u00A0minutes.', 'It works for 10\u00A0minutes.'],
  ['zh-CN', 8, { code_minutes: 4 }, '4\u00A0分钟内有效。', '10\u00A0分钟内有效。'],
])(
  'happy: a hint in %s shows the number of the account API, or the usual one: %d %j',
  async (language, length, minutes, told, usual) => {
    const browser = await atTheCode(language)
    const path = '/login/register/email/code'
    expect(await browser.mainAt(path)).toContain(usual)
    await tell(length, minutes)
    expect(await browser.mainAt(path)).toContain(told)
    await tell()
    expect(await browser.mainAt(path)).toContain(usual)
  },
)

it('error: a password that is too short for the policy is refused at its field, with the minimum', async () => {
  const browser = await atTheCode('en')
  await tell(12)
  const short = await browser.submit('/login/register/email/code', { code: '123456', password: 'nine char' })
  expect(refusedAt(short, 'password')).toEqual(['Use at least 12\u00A0characters'])
  expect(fake.inputsOf('registerByEmail')).toEqual([])
})
