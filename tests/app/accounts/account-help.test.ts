import { describe, expect, it } from 'vitest'
import { done as answered, emailSent, infoOf, refuse, ticket } from '#tests/app/browser/answers'
import {
  errorsAt,
  expectRedirect,
  expectTexts,
  openBrowser,
  refusedAt,
  withFakeAccountApi,
} from '#tests/app/browser/browser'
import { signedInBrowser, withBrowser } from '#tests/app/browser/person'
import * as lost from '~/routes/account-help/mobile-lost/route'
import * as notMe from '~/routes/account-help/not-me/route'

const fake = withFakeAccountApi()
const root = '/account-help/mobile-lost'
const address = 'ann@example.com'
const masks = { mobile: '+86 138****0001', email: 'a***@example.com' }
const takes_effect_at = '2026-11-23T12:00:00.000Z'

describe('a lost mobile, by email', () => {
  const atTheCode = async () => {
    fake.answer('sendEmailCode', emailSent())
    const browser = openBrowser()
    expectRedirect(await browser.submit(`${root}/email`, { email: address }), `${root}/email/code`)
    return browser
  }

  const atTheEnd = async (check: object = masks) => {
    const browser = await atTheCode()
    fake.answer('validateEmailCode', answered({ ticket }))
    expectRedirect(await browser.submit(`${root}/email/code`, { code: '123456' }), `${root}/email/confirm`)
    fake.answer('unusableMobileCheck', answered({ ...masks, ...check, hold_hours: 0 }))
    return browser
  }

  it('happy: without the password that would remove the mobile at once, the page says when it will be removed', async () => {
    const browser = await atTheEnd({ hold_hours: 48, password_helps: true })
    fake.answer('unbindUnusableMobile', answered({ done: false, takes_effect_at }))
    expect((await browser.submit(`${root}/email/confirm`)).location).toBe(`${root}/asked`)
    expect(await browser.visit(`${root}/asked`)).toMatchObject({ data: { takesEffectAt: takes_effect_at } })
  })
})

describe('a lost mobile, by password', () => {
  const atTheHold = async () => {
    fake.answer('verifyPassword', answered({ ticket, ...masks }))
    const browser = openBrowser()
    const landed = await browser.submit(`${root}/password`, { account: 'ann', password: ' correct horse ' })
    expect(landed).toMatchObject({ status: 303, location: `${root}/held` })
    fake.answer('unusableMobileCheck', answered({ ...masks, hold_hours: 48 }))
    return browser
  }

  it('happy: the page says what will happen, and its form requests the removal', async () => {
    const browser = await atTheHold()
    expect(await browser.visit(`${root}/held`)).toMatchObject({ data: { ...masks, hold_hours: 48 } })
    fake.answer('unbindUnusableMobile', answered({ done: false, takes_effect_at }))
    expect(await browser.submit(`${root}/held`)).toMatchObject({ status: 303, location: `${root}/asked` })
    expect(await browser.visit(`${root}/asked`)).toMatchObject({ data: { takesEffectAt: takes_effect_at } })
    expect(fake.inputsOf('verifyPassword')).toEqual([{ account: 'ann', region: 'CN', password: ' correct horse ' }])
    // Going back shows the pending removal. It does not ask for another.
    expect(await browser.visit(`${root}/held`)).toMatchObject({ status: 303, location: `${root}/asked` })
  })

  it('happy: without another address, the page names the username and requires a tick', async () => {
    const browser = await atTheHold()
    fake.answer('unusableMobileCheck', answered({ ...masks, email: null, hold_hours: 48, username_left: 'user-x7' }))
    expectTexts((await browser.show(`${root}/held`)).main, { shown: ['user-x7', 'name="without_address"'] })
    fake.answer('unbindUnusableMobile', refuse('last_address', { username: 'user-x7' }))
    const refused = await browser.submit(`${root}/held`)
    expect(refusedAt(refused, 'without_address')).toEqual(['Tick that you have noted your username, user-x7'])
    fake.answer('unbindUnusableMobile', answered({ done: false, takes_effect_at }))
    expect((await browser.submit(`${root}/held`, { without_address: '1' })).location).toBe(`${root}/asked`)
    expect(fake.inputsOf('unbindUnusableMobile').map((input) => input.without_address)).toEqual([0, 1])
  })

  it('happy: the first page makes no call of the account API', () => {
    expect(lost.handle).toMatchObject({ remembered: true })
    expect('loader' in lost).toBe(false)
  })
})

describe('“this was not me”', () => {
  const browser = withBrowser()
  const page = '/account-help/not-me'
  const link = `${page}?ticket=${ticket}`
  const securing = {
    change: 'mobile_changed' as const,
    told_at: takes_effect_at,
    puts_back: [masks.mobile],
    takes_off: ['t***@example.com'],
    elsewhere: [],
    ends_account: false,
    asks_password: false,
  }

  it('happy: the page of the link says what will be done, and its button does it, under a new browser id', async () => {
    fake.answer('secureAccountCheck', answered(securing))
    expect(await browser.visit(link)).toMatchObject({ status: 200, data: { isOver: false, securing } })
    expect(fake.received.map(({ name }) => name)).toEqual(['secureAccountCheck'])
    const before = browser.formToken()
    const { main } = await browser.show(link)
    expect(main).toContain('t***@example.com')
    expect(main).toMatch(
      /(<li>[^<]+<\/li>){3}<\/ul><form [\s\S]*type="submit"[\s\S]*if it is the only way to sign in, or the message came to your recovery address, the one from before/,
    )
    fake.answer('secureAccount', answered({ done: true, put_back: [masks.mobile], password_ended: true }))
    expect(await browser.submit(link)).toMatchObject({ status: 303, location: `${page}/done` })
    expect(fake.inputsOf('secureAccount')).toEqual([{ ticket }])
    expect(browser.formToken()).not.toBe(before)
    expect(await browser.visit(`${page}/done`)).toMatchObject({ data: { passwordStays: false } })
  })

  it('happy: the page lists the changes, all ticked; unticked ones are named as the person’s own', async () => {
    const place = { client: { browser: 'Firefox', system: 'Linux' }, address: '203.0.113.7', at: takes_effect_at }
    const changes = [
      { id: 'one', kind: 'email_bound' as const, detail: masks.email, ...place },
      { id: 'two', kind: 'mobile_changed' as const, detail: masks.mobile, ...place },
    ]
    fake.answer('secureAccountCheck', answered({ ...securing, changes }))
    const main = await browser.mainAt(link)
    expect(main.match(/type="checkbox"[^>]*checked/g)).toHaveLength(2)
    expect(main).toContain('203.0.113.7')
    fake.answer('secureAccount', answered({ done: true, own_undone: true, password_ended: true }))
    const landed = await browser.submit(link, { listed: 'one' })
    expect(landed.location).toBe(`${page}/done?own=undone`)
    expect(fake.inputsOf('secureAccount')).toEqual([{ ticket, own_changes: ['one'] }])
    expect(await browser.visit(landed.location ?? '')).toMatchObject({ data: { ownUndone: true } })
  })

  it.each([
    ['the password had to stay', { password_ended: false }, 'password=stays', { passwordStays: true }],
    [
      'another account has an address by now',
      { password_ended: true, elsewhere: [masks.mobile] },
      'address=elsewhere',
      { isElsewhere: true },
    ],
  ])('happy: when %s, the last page says so', async (_, secured, query, data) => {
    fake.answer('secureAccount', answered({ done: true, put_back: [], ...secured }))
    const { location } = await browser.submit(link)
    expect(location).toBe(`${page}/done?${query}`)
    expect(await browser.visit(location ?? '')).toMatchObject({ data })
  })

  it('security: a number that was reported lost requires the password, and a wrong password does not bring the number back', async () => {
    fake.answer('secureAccountCheck', answered({ ...securing, asks_password: true }))
    expect(await browser.visit(link)).toMatchObject({ data: { securing: { asks_password: true } } })
    fake.answer('secureAccount', refuse('wrong_credentials', { field: 'password' }))
    const landed = await browser.submit(link, { password: 'a wrong one' })
    expect(landed.status).toBe(422)
    expect(JSON.stringify(landed.data)).not.toContain('a wrong one')
    expect(errorsAt(landed, 'password')).toEqual(['This is not the password from before the change. Try again.'])
    fake.answer('secureAccount', refuse('invalid_input', { fields: [{ field: 'password', reason: 'missing' }] }))
    const missing = await browser.submit(link, { password: '' })
    expect(errorsAt(missing, 'password')).toEqual(['Enter the password from before the change'])
    fake.answer('secureAccount', answered({ done: true, password_ended: true }))
    expect(await browser.submit(link, { password: 'a good old password' })).toMatchObject({ status: 303 })
    expect(fake.inputsOf('secureAccount').at(-1)).toEqual({ ticket, password: 'a good old password' })
  })

  it('security: the page of a ticket is not kept in the page memory', () => {
    expect(notMe.handle).not.toHaveProperty('remembered')
  })

  it('happy: without a ticket, the page says what to do and makes no call of the account API', async () => {
    const landed = await browser.visit(page)
    expect(landed).toMatchObject({ status: 200, data: { signedIn: false, isOver: false, securing: null } })
    expect(await (await signedInBrowser(fake)).visit(page)).toMatchObject({ data: { signedIn: true, securing: null } })
  })

  it('error: an expired link says so', async () => {
    fake.answer('secureAccountCheck', refuse('ticket_refused', {}))
    expect(await browser.visit(link)).toMatchObject({ status: 200, data: { isOver: true, securing: null } })
  })

  it('error: a limit does not count as an expired link', async () => {
    fake.answer('secureAccountCheck', refuse('too_many_requests', { retry_after: 30 }))
    expect(await browser.visit(link)).toMatchObject({ status: 429, data: { kind: 'too_many' } })
  })

  it.each(['', 'x', 'y'.repeat(500)])('error: the ticket %j counts as expired, without a call', async (given) => {
    const landed = await browser.visit(`${page}?ticket=${given}`)
    expect(landed).toMatchObject({ status: 200, data: { isOver: true, securing: null } })
  })
})

it('error: if no removal is pending, the page that stops one redirects to the page of the mobile', async () => {
  const browser = await signedInBrowser(fake)
  fake.answer('accountInfo', answered(infoOf()))
  expect((await browser.visit('/settings/mobile/keep')).location).toBe('/settings/mobile')
})
