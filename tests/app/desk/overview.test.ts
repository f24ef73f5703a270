import { beforeEach, describe, expect, it } from 'vitest'
import { expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { answerDesk } from './at-desk'
import { awaitingRecovery } from './person'

const fake = withFakeAccountApi()

const at = '2026-11-26T08:00:00.000Z'
const names = [{ user_id: 'u1', username: 'lin', current: 'u_1', asked_at: at }]
const message = {
  ...{ id: 'm1', purpose: 'code', written_at: at, attempts: 3, next_attempt_at: at, given_up_at: null, answer: 'no' },
  ...{ channel: 'sms' as const, to: '+86 138****0000' },
}

beforeEach(() => {
  fake.operator.be()
  fake.operator.answer('listNames', () => ({ ok: true, data: { names, has_more: true } }))
  answerDesk(fake, { listAwaitingRecoveries: { recoveries: [awaitingRecovery], has_more: false } })
  fake.operator.answer('countMessages', () => ({
    ok: true,
    data: { channels: [{ channel: 'sms', waiting: 10_000, has_more: true, older_than: [], oldest_at: at }] },
  }))
  fake.operator.answer('listFailedMessages', ({ channel }) => ({
    ok: true,
    data: { messages: channel === 'sms' ? [message] : [], has_more: false },
  }))
  fake.operator.answer('listAnnouncements', () => ({
    ok: true,
    data: { announcements: [{ id: 'a', texts: { en: 'We move', 'zh-Hans': '搬迁' }, starts_at: at, ends_at: at }] },
  }))
})

const atDesk = () => {
  const browser = openBrowser()
  browser.enterDesk()
  return browser
}

describe('the first page of the desk', () => {
  it('happy: the page shows what waits, and a search for people', async () => {
    const { html } = await atDesk().show('/desk')
    expectTexts(html, {
      shown: [
        'review: 1+',
        'another operator: 1',
        'href="/desk/people/recoveries"',
        'SMS',
        'Waiting: 10000+. Failed: 1.',
        'We move',
        'action="/desk/people"',
      ],
      hidden: ['Email</a>'],
    })
  })

  it('happy: the page names the operator and the parts that the operator may open', async () => {
    fake.operator.be({ holder: 'Mei Lin', scopes: ['support'] })
    const { html } = await atDesk().show('/desk')
    expectTexts(html, { shown: ['Signed in: Mei Lin', 'href="/desk/people"'], hidden: ['href="/desk/keys"'] })
  })

  it('happy: on a small screen other pages have one link to it instead of the parts of the desk', async () => {
    expectTexts((await atDesk().show('/desk/names')).html, { shown: ['<nav class="desk-nav folded"', 'All parts of'] })
    expectTexts((await atDesk().show('/desk')).html, { shown: ['<nav class="desk-nav"'], hidden: ['All parts of'] })
  })

  it('security: the page makes no call for what the operator may not see', async () => {
    fake.operator.be({ scopes: ['clients'] })
    const { html } = await atDesk().show('/desk')
    expect(fake.operator.received.map(({ name }) => name)).toEqual(['showOperator'])
    expectTexts(html, { shown: ['href="/desk/applications"'], hidden: ['action="/desk/people"', 'href="/desk/names"'] })
  })
})

describe('the guard of the desk', () => {
  it('security: an ended session is dropped', async () => {
    const browser = atDesk()
    browser.jar.set('butterfly_desk', `butterfly_desk_${'x'.repeat(43)}`)
    expect((await browser.visit('/desk')).location).toBe('/desk/sign-in?to=%2Fdesk')
    expect(browser.jar.has('butterfly_desk')).toBe(false)
  })

  it('error: an account API that does not answer gets a page that says so', async () => {
    fake.operator.answer('showOperator', () => ({ ok: false, code: 'internal' as never, description: 'failed' }))
    const { status, html } = await atDesk().show('/desk')
    expect(status).toBe(503)
    expect(html).toContain('href="/desk"')
  })
})
