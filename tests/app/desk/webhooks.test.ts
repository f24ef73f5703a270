import { describe, expect, it } from 'vitest'
import { expectRedirect, expectTexts, formOf, refusedAt, withFakeAccountApi } from '#tests/app/browser/browser'
import { browserAtDesk, madeAtDesk, withDeskAnswers } from '#tests/app/desk/at-desk'
import { webhook } from '#tests/app/desk/samples'

const fake = withFakeAccountApi()
const answer = withDeskAnswers(fake)

const [list, one] = ['/desk/webhooks', '/desk/webhooks/w1']
const typed = { url: 'https://audit.example.com/events', groups: 'operator.*' }
const ofLog = { ...typed, groups: 'organisation.*' }

describe('the page of a webhook', () => {
  it('happy: the page shows the address, what waits, and the available acts', async () => {
    expectTexts(await browserAtDesk(fake).mainAt(one), {
      shown: [
        ...['<code>https://audit.example.com/events?of=orchard</code>', '<dd>12</dd>', '1000+', `href="${one}/dead"`],
        ...['change', 'test', 'rotate', 'retry', 'disable', 'remove'].map((act) => `href="${one}/${act}"`),
      ],
      hidden: [`href="${one}/enable"`, '{{'],
    })
  })

  it('happy: a disabled webhook offers only the acts that apply to it', async () => {
    const off = { disabled_at: webhook.created_at, disabled_because: 'failing' }
    answer('showWebhook', { ok: true, data: { ...webhook, ...off } })
    expectTexts(await browserAtDesk(fake).mainAt(one), {
      shown: ['after five days of failures', `href="${one}/enable"`],
      hidden: ['disable', 'test', 'retry'].map((act) => `href="${one}/${act}"`),
    })
  })

  it('security: a read-only operator cannot open the page, but sees its dead letters', async () => {
    const browser = browserAtDesk(fake, ['read'])
    expect((await browser.visit(one)).status).toBe(403)
    expect(madeAtDesk(fake, 'showWebhook')).toEqual([])
    expectTexts(await browser.mainAt(list), { shown: [`href="${one}/dead"`], hidden: [`href="${one}"`] })
    expectTexts(await browser.mainAt(`${one}/dead`), { shown: [`href="${list}"`], hidden: [`href="${one}"`] })
  })

  it('security: an operator of another scope can open none of the pages', async () => {
    const browser = browserAtDesk(fake, ['support', 'clients', 'organisations'])
    for (const url of [list, one, `${one}/dead`]) expect((await browser.visit(url)).status).toBe(403)
  })

  it('error: a deleted webhook has no page', async () => {
    answer('showWebhook', { ok: false, code: 'no_such_webhook', description: 'There is none.' })
    answer('listDeadDeliveries', { ok: false, code: 'no_such_webhook', description: 'There is none.' })
    for (const path of ['', '/change', '/dead', '/dead/d1/drop', '/burn', '/dead/d1/burn'])
      expect((await browserAtDesk(fake).visit(one + path)).status).toBe(404)
  })
})

describe('a new webhook', () => {
  it('happy: a webhook of an organisation names the organisation', async () => {
    answer('addWebhook', { ok: true, data: { webhook_id: 'w2', secret: 's3cret' } })
    const sec_subject_uid = 'e'.repeat(22)
    const { html } = await browserAtDesk(fake).show(`${list}/new`, { fields: { ...ofLog, sec_subject_uid } })
    expect(madeAtDesk(fake, 'addWebhook')).toEqual([{ url: typed.url, events: ['organisation.*'], sec_subject_uid }])
    expect(html).toContain(`href="${list}/w2"`)
  })

  it('error: an unknown organisation is an error at its field, which keeps the typed value', async () => {
    answer('addWebhook', { ok: false, code: 'no_such_organisation', description: 'There is none.' })
    const fields = { ...ofLog, sec_subject_uid: 'nobody' }
    const landed = await browserAtDesk(fake).submit(`${list}/new`, fields)
    expect(refusedAt(landed, 'sec_subject_uid')).toHaveLength(1)
    expect(formOf(landed).initialValue).toEqual(fields)
  })
})

describe('an act with a webhook', () => {
  it('happy: the page of an act names the receiving host', async () => {
    const main = await browserAtDesk(fake).mainAt(`${one}/disable`)
    expectTexts(main, { shown: ['audit.example.com gets no events'], hidden: ['{{'] })
  })

  it('happy: the form ticks the webhook’s event groups, lists other names one per line, and shows all names to copy', async () => {
    expectTexts(await browserAtDesk(fake).mainAt(`${one}/change`), {
      shown: ['checked="" value="operator.*"', '>account.accountLoginV2</textarea>', 'user_activated'],
      hidden: ['value="organisation.*"'],
    })
  })
})

describe('dead letters', () => {
  it('happy: many dead letters are sent again by several presses', async () => {
    answer('retryDeliveries', { ok: true, data: { count: 10_000, has_more: true } })
    const landed = await browserAtDesk(fake).submit(`${one}/retry`)
    expectRedirect(landed, `${one}/dead?notice=deliveries_retried_some`)
  })

  it.each([
    ['test', 'testWebhook'],
    ['retry', 'retryDeliveries'],
    ['dead/d1/retry', 'retryDelivery'],
  ] as const)('error: nothing is sent to a disabled webhook, and the page says why: %s', async (path, call) => {
    answer(call, { ok: false, code: 'not_possible', description: 'It is off.' })
    const { status, html } = await browserAtDesk(fake).show(`${one}/${path}`, { fields: {} })
    expect([status, html]).toEqual([422, expect.stringContaining('Switch it on first')])
  })

  it('error: a secret that someone else just replaced is not replaced twice', async () => {
    answer('rotateWebhook', { ok: false, code: 'already', description: 'It was.' })
    const { status, html } = await browserAtDesk(fake).show(`${one}/rotate`, { fields: {} })
    expect([status, html]).toEqual([422, expect.stringContaining('Ask who did it')])
  })
})
