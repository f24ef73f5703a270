import { describe, expect, test } from 'vitest'
import { ownLabels } from '#rules/typed/cases/names'
import { done, refuse, ticket } from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, formOf, parkedIn, withFakeAccountApi } from '#tests/app/browser/browser'
import { askedPasskey, newPasskey, ownPasskey } from '#tests/app/browser/passkeys'
import { signedInBrowser } from '#tests/app/browser/person'

const fake = withFakeAccountApi()
const it = test.extend('browser', () => browserWith())
const path = '/settings/passkeys'
const own = `${path}/${ownPasskey.passkey_id}`
const credential = '{"id":"a"}'
const key = 'key-of-a-second-verification'

const browserWith = async (passkeys: (typeof ownPasskey & { removed_at?: string })[] = [ownPasskey]) => {
  fake.answer('listPasskeys', done({ passkeys, most: 10, time_zone: 'UTC' }))
  return signedInBrowser(fake)
}

describe('the passkeys of an account', () => {
  it('happy: each passkey is listed by its name, as text, and links to its own page', async () => {
    const browser = await browserWith([{ ...ownPasskey, label: '<b>Phone</b>' }])
    const main = await browser.mainAt(path)
    expectTexts(main, { shown: ['&lt;b&gt;Phone&lt;/b&gt;', `href="${own}"`] })
  })

  it('happy: the button leads to the page that creates a passkey, whose answer is added', async ({ browser }) => {
    fake.answer('startPasskey', done({ options: newPasskey }))
    expectRedirect(await browser.submit(path), `${path}/new`)
    fake.answer('addPasskey', done({ passkey_id: 'another' }))
    expectRedirect(await browser.submit(`${path}/new`, { credential }), `${path}?notice=passkey_added`)
    expect(fake.inputsOf('addPasskey')).toEqual([{ credential }])
  })

  it('error: a refused passkey gets another challenge, and the page says so', async ({ browser }) => {
    fake.answers({ startPasskey: done({ options: newPasskey }), addPasskey: refuse('passkey_refused', {}) })
    const shown = await browser.show(`${path}/new`, { fields: { credential } })
    expect(shown.main).toContain('This passkey was not accepted')
    expect(fake.inputsOf('startPasskey').length).toBeGreaterThan(0)
  })

  it('error: the page that creates a passkey redirects to the list, whose button can require a proof', async () => {
    const browser = await browserWith()
    fake.answer('startPasskey', refuse('second_verification_required', { sms_code_key: key, ways: [] }))
    expect((await browser.visit(`${path}/new`)).location).toBe(path)
  })

  it('happy: a passkey is renamed and removed', async ({ browser }) => {
    fake.answers({ renamePasskey: done({ done: true }), removePasskey: done({ done: true }) })
    for (const passkey_name of [' Ｋey ', ...ownLabels])
      expectRedirect(await browser.submit(own, { passkey_name }), `${path}?notice=passkey_renamed`)
    const labels = ['Ｋey', ...ownLabels].map((label) => ({ passkey_id: ownPasskey.passkey_id, label }))
    expect(fake.inputsOf('renamePasskey')).toEqual(labels)
    expectRedirect(await browser.submit(`${own}/remove`), `${path}?notice=passkey_removed`)
  })

  it('happy: a passkey with a pending removal is marked in the list and can be kept there', async () => {
    const at = '2026-01-04T09:30:00.000Z'
    const browser = await browserWith([{ ...ownPasskey, removed_at: at }])
    fake.answer('removePasskey', done({ done: false, takes_effect_at: at }))
    expectRedirect(await browser.submit(`${own}/remove`, { wait: '1' }), `${path}?notice=passkey_removal_asked`)
    expect(fake.inputsOf('removePasskey')).toEqual([{ passkey_id: ownPasskey.passkey_id, wait: 1 }])
    expect(await browser.mainAt(path)).toContain('This passkey will be removed on')
    fake.answer('stopPendingChange', done({ done: true }))
    expectRedirect(await browser.submit('/settings/passkey/keep'), `${path}?notice=passkey_kept`)
    expect(fake.inputsOf('stopPendingChange')).toEqual([{ platform: 'passkey' }])
  })

  it('error: an unknown passkey redirects to the list', async () => {
    const browser = await browserWith([])
    expect((await browser.visit(own)).location).toBe(path)
    expect((await browser.visit(`${own}/remove`)).location).toBe(path)
  })
})

describe('a second verification by a passkey', () => {
  const asked = { sms_code_key: key, ways: [{ way: 'passkey' as const, masked: '' }] }

  /** A form that needs a second verification. The person has chosen a passkey in it. */
  const chosen = async () => {
    const browser = await browserWith()
    fake.answer('removePasskey', refuse('second_verification_required', asked))
    const shown = await browser.show(`${own}/remove`, { fields: {} })
    fake.answer('startSecondPasskey', done({ options: askedPasskey }))
    const form = formOf(await browser.submit(`${own}/remove`, { parked: parkedIn(shown.main), use_passkey: 'x' }))
    return { browser, shown, parked: form.stepUp?.parked ?? '', stepUp: form.stepUp }
  }

  it('happy: only the island offers the passkey, and a browser without passkeys gets a message', async () => {
    const { shown } = await chosen()
    expect(shown.main).toContain('data-name="use_passkey"')
    expect(shown.main).toContain('This browser cannot use passkeys here')
    expect(shown.main).not.toContain('name="use_passkey"'.replace('name', ' name'))
  })

  it('happy: the passkey’s answer proves the person, and the form continues', async () => {
    const { browser, parked, stepUp } = await chosen()
    expect(stepUp).toMatchObject({ chosen: { way: 'passkey', options: askedPasskey } })
    fake.answers({ verifySecondByPasskey: done({ verify_ticket: ticket }), removePasskey: done({ done: true }) })
    const answer = { parked, way: 'passkey', credential }
    expectRedirect(await browser.submit(`${own}/remove`, answer), `${path}?notice=passkey_removed`)
    expect(fake.inputsOf('verifySecondByPasskey')).toEqual([{ sms_code_key: key, credential }])
  })

  it('error: after a refused or missing answer, the page offers the ways again', async () => {
    const { browser, parked } = await chosen()
    fake.answer('verifySecondByPasskey', refuse('passkey_refused', {}))
    const refused = formOf(await browser.submit(`${own}/remove`, { parked, way: 'passkey', credential }))
    expect(refused.stepUp?.errors[0]?.text).toContain('not accepted')
    expect(refused.stepUp).toMatchObject({ chosen: null })
    const none = formOf(await browser.submit(`${own}/remove`, { parked, way: 'passkey', answer: 'x' }))
    expect(none.stepUp).toMatchObject({ chosen: null, errors: [] })
    expect(fake.inputsOf('verifySecondByPasskey')).toHaveLength(1)
  })
})
