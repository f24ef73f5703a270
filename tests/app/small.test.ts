import { describe, expect, it } from 'vitest'
import { smallMarkup, smallMediaType } from '../../app/document/small-markup'
import * as code from '../../app/routes/login/sms/code/route'
import * as sms from '../../app/routes/login/sms/route'
import * as leave from '../../app/routes/passport/wap/leave/route'
import * as wap from '../../app/routes/passport/wap/login/route'
import { refuse } from '../../contract/server'
import { signedIn, smsSent } from './answers'
import { openBrowser, withFakeAccountApi } from './browser'
import { askFor, type Page } from './page'

const fake = withFakeAccountApi()

const path = '/passport/wap/login'
const mostBytes = 2048

/** What XHTML Basic 1.1 does not have, and what a small screen cannot show. */
const foreign = /<(main|header|footer|section|nav|time|svg|script|style|link|noscript)\b|\s(class|aria-|role|novalidate)/

const expectSmall = ({ html }: Page) => {
  expect(html).toMatch(/^<!DOCTYPE html PUBLIC "-\/\/W3C\/\/DTD XHTML Basic 1\.1\/\/EN"/)
  expect(html).toContain('<html xmlns="http://www.w3.org/1999/xhtml"')
  expect(html).not.toMatch(foreign)
  expect(Buffer.byteLength(html)).toBeLessThan(mostBytes)
}

describe('the small pages', () => {
  it.each(['en', 'zh-Hans'])('happy: the sign-in is small, and has access keys (%s)', async (language) => {
    const page = await askFor(openBrowser({ language }), wap, path)
    expectSmall(page)
    expect(page.html).toContain('accesskey="1"')
    expect(page.html).toContain(`action="${path}"`)
    expect(page.headers.get('pragma')).toBe('no-cache')
  })

  it('error: an empty form comes back small, with its errors', async () => {
    const page = await askFor(openBrowser(), wap, path, { fields: { account: '', password: '' } })
    expect(page.status).toBe(422)
    expectSmall(page)
    expect(page.html).toContain('href="#account"')
  })

  it('happy: the pages after it are small, too, until the person leaves them', async () => {
    const browser = openBrowser()
    await askFor(browser, wap, path)
    const first = await askFor(browser, sms, '/login/sms')
    expectSmall(first)
    expect(first.html).toMatch(/<input [^>]*name="region" size="3"/)
    fake.answer('sendCode', smsSent())
    await browser.send(sms, '/login/sms', { mobile: '13800000001', region: 'CN' })
    expectSmall(await askFor(browser, code, '/login/sms/code'))
    expect(await browser.open(leave, '/passport/wap/leave')).toMatchObject({ status: 303, location: '/' })
    expect((await askFor(browser, sms, '/login/sms')).html).toContain('<main id="main">')
  })

  it('happy: signing in leads to the account', async () => {
    fake.answer('accountLoginV2', signedIn())
    const landed = await openBrowser().send(wap, path, { account: 'ann', password: 'x' })
    expect(landed).toMatchObject({ status: 303, location: '/settings' })
  })

  it('error: a wrong password is said in a small page', async () => {
    fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
    const page = await askFor(openBrowser(), wap, path, { fields: { account: 'ann', password: 'wrong' } })
    expectSmall(page)
    expect(page.html).not.toContain('value="wrong"')
  })

  it('error: a browser that keeps no cookies is told so, in a small page', async () => {
    const browser = openBrowser({ cookies: false })
    const page = await askFor(browser, wap, path, { fields: { account: 'ann', password: 'x' } })
    expect(page.status).toBe(403)
    expectSmall(page)
    expect(page.html).toContain('cookies')
  })
})

it.each([
  ['application/vnd.wap.xhtml+xml, text/html', 'application/vnd.wap.xhtml+xml'],
  ['text/html, application/xhtml+xml;q=0.9, application/vnd.wap.xhtml+xml;q=0.1', 'application/vnd.wap.xhtml+xml'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9', 'application/xhtml+xml'],
  ['text/html, application/xhtml+xml;q=0', 'text/html'],
  ['*/*', 'text/html'],
  ['', 'text/html'],
])('happy: for Accept %j a small page is %s', (accept, mediaType) => {
  expect(smallMediaType(accept)).toBe(mediaType)
})

describe('small markup', () => {
  const small = (markup: string) => smallMarkup(markup, '/here?a=1&b="2"')

  it('happy: attributes that are only there get their names as values', () => {
    expect(small('<input type="checkbox" name="x" checked=""/>')).toBe(
      '<input type="checkbox" name="x" checked="checked"/>',
    )
  })

  it('happy: a form without an action posts to its page', () => {
    expect(small('<form method="post"></form>')).toBe(
      '<form method="post" action="/here?a=1&amp;b=&quot;2&quot;"></form>',
    )
  })

  it('happy: kinds of fields that came later are fields of text', () => {
    expect(small('<input type="tel" name="x"/>')).toBe('<input type="text" name="x"/>')
  })

  it('happy: nine links have a key', () => {
    const keys = [...small('<a href="/"></a>'.repeat(12)).matchAll(/accesskey="(\d)"/g)].map(([, key]) => key)
    expect(keys.join('')).toBe('123456789')
  })

  it('security: text stays text, and what XML has no character for is left out', () => {
    expect(small('<p>&lt;script&gt;1\u0000\u001b\uffff&lt;/script&gt;</p>')).toBe(
      '<p>&lt;script&gt;1&lt;/script&gt;</p>',
    )
  })
})
