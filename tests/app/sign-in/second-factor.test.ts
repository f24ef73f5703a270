import { beforeEach, describe, expect } from 'vitest'
import { done, infoOf, refuse } from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, withFakeAccountApi, withoutVisit } from '#tests/app/browser/browser'
import { visiting } from '#tests/app/browser/person'
import { led, testOtherWays } from './asked-first'

const fake = withFakeAccountApi()
const it = visiting(fake)

const at = '/login/second-factor'
const page = '/settings/activity'
const refused = () => refuse('factor_due', {})
const [past, future] = ['2026-01-02T03:04:00.000Z', '2999-12-31T03:04:00.000Z']

const asks = (
  second_factor: { due_at: string; has_passkey: boolean } | null,
  is_set = false,
  removed_at: string | null = null,
) => {
  const app = { is_set, since: null, asked_at_sign_in: false, recovery_codes_left: 0, removed_at }
  fake.answer('authenticatorInfo', done({ ...app, second_factor, time_zone: 'UTC' }))
  fake.answer('accountInfo', done(infoOf({ second_factor, time_zone: 'UTC' })))
}

beforeEach(() => {
  asks({ due_at: past, has_passkey: false })
  fake.answers({ listActivity: refused(), logout: done({ done: true }) })
})

describe('a person who lacks it', () => {
  it('happy: a person is led to the page, sets up the required app, and returns', async ({ person }) => {
    const asked = await led(person, `${page}?a=1`, { at })
    fake.answer('startAuthenticator', done({ ticket: 't'.repeat(22), secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://x' }))
    fake.answer('addAuthenticator', done({ recovery_codes: ['aaaa-bbbb'] }))
    const begun = await person.submit(asked, { set_up: 'x' })
    const added = await person.submit(begun.location ?? '', { authenticator_code: '123456' })
    expect(fake.inputsOf('addAuthenticator')).toMatchObject([{ at_sign_in: 1 }])
    const kept = await person.submit(added.location ?? '')
    expectRedirect({ ...kept, location: withoutVisit(kept.location) }, `${page}?a=1`)
  })

  it('happy: a person with an app makes every sign-in require it', async ({ person }) => {
    asks({ due_at: past, has_passkey: false }, true)
    fake.answer('askAuthenticator', done({ done: true }))
    expectTexts(await person.mainAt(at), { shown: ['name="ask"'], hidden: ['name="set_up"'] })
    expectRedirect(await person.submit(`${at}?next=%2Fsettings%2Factivity`, { ask: 'x' }), page)
    expect(fake.inputsOf('askAuthenticator')).toEqual([{ at_sign_in: 1 }])
  })

  it('happy: a person who lost the app requests its removal, and the page then shows it', async ({ person }) => {
    asks({ due_at: past, has_passkey: false }, true)
    fake.answer('removeAuthenticator', done({ done: false, takes_effect_at: future }))
    expectRedirect(await person.submit(at, { lost: 'x' }), at)
    expect(fake.inputsOf('removeAuthenticator')).toEqual([{ wait: 1 }])
    asks({ due_at: past, has_passkey: false }, true, future)
    expectTexts(await person.mainAt(at), { shown: ['The app will be removed on'], hidden: ['name="lost"'] })
  })

  it('happy: the page says in both languages what is required, and how to sign out', async ({ person }) => {
    expectTexts(await person.mainAt(`${at}?lng=en`), {
      shown: [
        'An authenticator app or a passkey is needed',
        'Set up the app to continue.',
        '72\u00A0hours after you added it',
        'Nothing of your account is lost',
        'href="/passport/web/logout"',
      ],
      hidden: ['Not now', 'href="/settings/passkeys"'],
    })
    expectTexts(await person.mainAt(`${at}?lng=zh-Hans`), {
      shown: ['需要身份验证器或通行密钥', '请先设置身份验证器', '不会丢失', 'href="/passport/web/logout"'],
    })
  })

  it('happy: a person with a passkey reads that it signs in', async ({ person }) => {
    asks({ due_at: past, has_passkey: true })
    expect(await person.mainAt(at)).toContain('sign out and sign in with it')
  })
})

describe('a person with days left', () => {
  it('happy: the settings show the deadline, and the person can postpone', async ({ person }) => {
    asks({ due_at: future, has_passkey: false })
    expectTexts(await person.mainAt('/settings'), { shown: ['2999', `href="${at}"`] })
    expectTexts(await person.mainAt(at), { shown: ['2999', 'Not now', 'href="/settings/passkeys"'] })
  })

  it('happy: a person without the rule sees nothing about it', async ({ person }) => {
    asks(null)
    expectTexts(await person.mainAt('/settings'), { hidden: [at] })
  })
})

testOtherWays(fake, { at, refused, due: 'factor_due', notice: 'factor_sign_in', settle: () => asks(null) })
