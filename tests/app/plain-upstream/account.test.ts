import { describe, expect, it } from 'vitest'
import { expectTexts, openBrowser } from '#tests/app/browser/browser'
import { code, plainPerson, signIn, withPlainUpstream } from './plain-browser'

const plain = withPlainUpstream()
const mobile = '+8613800000001'
const password = 'a long walk'

describe('the web app in front of an account API that was written from the specification alone', () => {
  it('happy: a person signs in by a password, and the settings show the known facts', async () => {
    const browser = await plainPerson(plain)
    const { status, main } = await browser.show('/settings')
    expect(status).toBe(200)
    expect(main).toContain('+86***01')
    expect(main).not.toMatch(/Invalid Date|undefined|null/)
  })

  it('error: the upstream’s error text is shown in the form, which stays', async () => {
    plain.add({ mobile, password })
    const { status, main } = await openBrowser().show('/login', { fields: { account: mobile, password: 'x' } })
    expect(status).toBe(422)
    expectTexts(main, { shown: ['Name or password is wrong.', mobile] })
  })

  it('happy: a person registers by a mobile', async () => {
    const browser = openBrowser()
    const typed = await browser.submit('/login/register', { mobile: '13800000002', region: 'CN' })
    expect(typed.status, JSON.stringify(typed.data)).toBe(303)
    const done = await browser.submit(typed.location ?? '', { code, password })
    expect(done.status, JSON.stringify(done.data)).toBe(303)
    expect(plain.state.accounts).toHaveLength(1)
    expect((await browser.show('/settings')).status).toBe(200)
  })

  it('happy: texts use the usual numbers, because the account API sends none', async () => {
    const browser = openBrowser()
    const { location } = await browser.submit('/login/register', { mobile: '13800000002', region: 'CN' })
    const said = `${await browser.mainAt(location ?? '')}${await browser.mainAt('/account-help/restore')}`
    for (const number of ['8\u00A0characters', '10\u00A0minutes', '30\u00A0days']) expect(said).toContain(number)
  })

  it('happy: a person resets a password', async () => {
    plain.add({ mobile, password: 'forgotten' })
    const browser = openBrowser()
    const asked = await browser.submit('/account-help/password', { mobile: '13800000001', region: 'CN' })
    const done = await browser.submit(asked.location ?? '', { code, password })
    expect(done.status, JSON.stringify(done.data)).toBe(303)
    await signIn(openBrowser(), mobile)
  })
})

it.each(['no_such_call', 'NotFound', 'user:locked'])('error: the word %s appears on no page', async (description) => {
  plain.guard('/v1/login', { error_code: 40404, description })
  const { status, html } = await openBrowser().show('/login', { fields: { account: mobile, password } })
  expect(status).toBe(422)
  expectTexts(html, { shown: [mobile], hidden: [description] })
})
