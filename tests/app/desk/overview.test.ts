import { beforeEach, describe, expect, it } from 'vitest'
import { expectTexts, withFakeAccountApi } from '#tests/app/browser/browser'
import { answerDesk, browserAtDesk } from './at-desk'
import { awaitingRecovery } from './person'
import { announcement, message, waitingName } from './samples'

const fake = withFakeAccountApi()

const at = '2026-11-26T08:00:00.000Z'
beforeEach(() => {
  answerDesk(fake, {
    listNames: { names: [waitingName], has_more: true },
    listAwaitingRecoveries: { recoveries: [awaitingRecovery], has_more: false },
    countMessages: { channels: [{ channel: 'sms', waiting: 10_000, has_more: true, older_than: [], oldest_at: at }] },
    listAnnouncements: { announcements: [{ ...announcement, texts: { en: 'We move', 'zh-Hans': '搬迁' } }] },
  })
  fake.operator.answer('listFailedMessages', ({ channel }) => ({
    ok: true,
    data: { messages: channel === 'sms' ? [message] : [], has_more: false },
  }))
})

describe('the first page of the desk', () => {
  it('happy: the page shows what waits, and a search for people', async () => {
    const { html } = await browserAtDesk(fake).show('/desk')
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
    const browser = browserAtDesk(fake)
    fake.operator.be({ holder: 'Mei Lin', scopes: ['support'] })
    const { html } = await browser.show('/desk')
    expectTexts(html, { shown: ['Signed in: Mei Lin', 'href="/desk/people"'], hidden: ['href="/desk/keys"'] })
  })

  it('happy: on a small screen other pages have one link to it instead of the parts of the desk', async () => {
    expectTexts((await browserAtDesk(fake).show('/desk/names')).html, {
      shown: ['<nav class="desk-nav folded"', 'All parts of'],
    })
    expectTexts((await browserAtDesk(fake).show('/desk')).html, {
      shown: ['<nav class="desk-nav"'],
      hidden: ['All parts of'],
    })
  })

  it('security: the page makes no call for what the operator may not see', async () => {
    const { html } = await browserAtDesk(fake, ['clients']).show('/desk')
    expect(fake.operator.received.map(({ name }) => name)).toEqual(['showOperator'])
    expectTexts(html, { shown: ['href="/desk/applications"'], hidden: ['action="/desk/people"', 'href="/desk/names"'] })
  })
})

describe('the guard of the desk', () => {
  it('security: an ended session is dropped', async () => {
    const browser = browserAtDesk(fake)
    browser.jar.set('butterfly_desk', `butterfly_desk_${'x'.repeat(43)}`)
    expect((await browser.visit('/desk')).location).toBe('/desk/sign-in?to=%2Fdesk')
    expect(browser.jar.has('butterfly_desk')).toBe(false)
  })

  it('error: an account API that does not answer gets a page that says so', async () => {
    const browser = browserAtDesk(fake)
    fake.operator.answer('showOperator', () => ({ ok: false, code: 'internal' as never, description: 'failed' }))
    const { status, html } = await browser.show('/desk')
    expect(status).toBe(503)
    expect(html).toContain('href="/desk"')
  })
})
