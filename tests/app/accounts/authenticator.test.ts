import { beforeEach, describe, expect, it } from 'vitest'
import { done, ticket } from '#tests/app/browser/answers'
import { expectRedirect, withFakeAccountApi } from '#tests/app/browser/browser'
import { withPerson } from '#tests/app/browser/person'
import { authenticatorInfo } from '#tests/app/forms/form-cases'

const fake = withFakeAccountApi()
const browser = withPerson(fake)
const path = '/settings/authenticator'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const uri = `otpauth://totp/Butterfly:ann?secret=${secret}`
const codes = ['bcdf-ghjk-mnpq-rstv', 'wxz2-3456-789b-cdfg']

/** The browser shows the secret of a new authenticator. */
const setUp = async () => {
  fake.answer('startAuthenticator', done({ ticket, secret, uri }))
  expectRedirect(await browser.submit(path, { set_up: 'x' }), `${path}/set-up`)
}

describe('setting an authenticator app up', () => {
  beforeEach(setUp)

  it('happy: the page shows the key in groups of four and a picture that is not cached', async () => {
    expect((await browser.visit(`${path}/set-up`)).data).toEqual({ key: secret.match(/.{4}/g), uri })
    const picture = await browser.visit(`${path}/set-up/picture`)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(picture.headers.get('cache-control')).toContain('no-store')
  })

  it('happy: a valid code sets the app up; the recovery codes are shown until the person confirms keeping them', async () => {
    fake.answer('addAuthenticator', done({ recovery_codes: codes }))
    expectRedirect(await browser.submit(`${path}/set-up`, { authenticator_code: '123456' }), `${path}/codes`)
    expect(fake.inputsOf('addAuthenticator')).toEqual([{ at_sign_in: 0, ticket, authenticator_code: '123456' }])
    expect((await browser.visit(`${path}/codes`)).data).toEqual({ codes, app: 'not_asked' })
    const file = await browser.visit(`${path}/codes/file`)
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="recovery-codes-.+\.txt"$/)
    expect(file.data).toBe(`${codes.join('\r\n')}\r\n`)
    expectRedirect(await browser.submit(`${path}/codes`), `${path}?notice=recovery_codes_kept`)
    expect((await browser.visit(`${path}/codes`)).location).toBe(path)
  })

  it('happy: the tick “ask for it at every sign-in” is set by default and takes effect', async () => {
    fake.answer('addAuthenticator', done({ recovery_codes: codes }))
    await browser.submit(`${path}/set-up`, { authenticator_code: '123456' })
    expect((await browser.show(`${path}/codes`)).main).toMatch(/type="checkbox"[^>]* checked/)
    fake.answer('askAuthenticator', done({ done: true }))
    expectRedirect(await browser.submit(`${path}/codes`, { ask: '1' }), `${path}?notice=authenticator_asked`)
    expect(fake.inputsOf('askAuthenticator')).toEqual([{ at_sign_in: 1 }])
  })
})

describe('an authenticator app that is set up', () => {
  it('happy: new recovery codes are shown once', async () => {
    fake.answer('makeRecoveryCodes', done({ recovery_codes: codes }))
    expectRedirect(await browser.submit(path, { make_codes: 'x' }), `${path}/codes`)
    expect((await browser.visit(`${path}/codes`)).data).toEqual({ codes, app: null })
  })

  it.each([
    ['ask', 1, 'authenticator_asked'],
    ['stop_asking', 0, 'authenticator_not_asked'],
  ])('happy: the button %s sends the answer %d to the account API', async (button, at_sign_in, notice) => {
    fake.answer('askAuthenticator', done({ done: true }))
    expectRedirect(await browser.submit(path, { [button]: 'x' }), `${path}?notice=${notice}`)
    expect(fake.inputsOf('askAuthenticator')).toEqual([{ at_sign_in }])
  })

  it('happy: if somebody reported the app lost, a warning comes first, and the only button keeps the app', async () => {
    fake.answer('authenticatorInfo', done({ ...authenticatorInfo, removed_at: '2026-11-28T08:00:00.000Z' }))
    const { main } = await browser.show(path)
    expect(main).toMatch(/class="problem"[\s\S]*class="button" value="Keep the app"/)
    expect(main.match(/type="submit"/g)).toHaveLength(1)
    fake.answer('stopPendingChange', done({ done: true }))
    expectRedirect(await browser.submit(path, { keep: 'x' }), `${path}?notice=authenticator_kept`)
    expect(fake.inputsOf('stopPendingChange')).toEqual([{ platform: 'authenticator' }])
  })

  it('happy: the app is removed after a wait if the person chooses so', async () => {
    const waits = { done: false, takes_effect_at: '2026-11-28T08:00:00.000Z', time_zone: 'UTC' }
    fake.answer('removeAuthenticator', done(waits))
    const landed = await browser.submit(`${path}/remove`, { wait: '1' })
    expectRedirect(landed, `${path}?notice=authenticator_removal_asked`)
    expect(fake.inputsOf('removeAuthenticator')).toEqual([{ wait: 1 }])
  })
})
