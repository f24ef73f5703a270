import { describe, expect, it } from 'vitest'
import { apiScope, page as authorisePage, openInfo } from '#tests/app/authorisation/authorise'
import { done, infoOf, refuse, signedIn, smsSent, threeWays } from '#tests/app/browser/answers'
import { type Browser, expectRedirect, expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import type { Page } from '#tests/app/browser/page'
import { signedInBrowser } from '#tests/app/browser/person'
import { challenge, decision, type Subtype } from '#tests/app/step-up/challenges'
import { leadsToSmall } from '~/document/small.server'
import { smallMarkup, smallMediaType } from '~/document/small-markup'
import { loader } from '~/routes/login/route'
import { loader as leave } from '~/routes/passport/wap/leave/route'

const fake = withFakeAccountApi()

const path = '/passport/wap/login'
const mostBytes = 2048

/** What XHTML Basic 1.1 does not have, and what a small screen cannot show. */
const foreign = /<(main|header|footer|section|nav|time|svg|script|style|noscript)\b|\s(class|aria-|role|novalidate)/

const expectSmall = (page: Page): Page => {
  const { html } = page
  expect(html).toMatch(/^<!DOCTYPE html PUBLIC "-\/\/W3C\/\/DTD XHTML Basic 1\.1\/\/EN"/)
  expect(html).toContain('<html xmlns="http://www.w3.org/1999/xhtml"')
  expect(html).not.toMatch(foreign)
  expect(Buffer.byteLength(html), html).toBeLessThan(mostBytes)
  return page
}

describe.each(['en', 'zh-Hans'])('the small pages in %s', (language) => {
  const someone = { account: 'ann', password: 'x' }

  const smallBrowser = async (browser: Browser = openBrowser({ language })) => {
    browser.keep(new Response(null, { headers: (await openBrowser({ language }).show(path)).headers }))
    return browser
  }

  it('happy: the sign-in is small, and has access keys', async () => {
    const page = expectSmall(await openBrowser({ language }).show(path))
    expectTexts(page.html, { shown: ['accesskey="1"', `action="${path}"`, '<link rel="stylesheet"'] })
    expect(page.headers.get('pragma')).toBe('no-cache')
  })

  it('happy: every small page links to the other language, and a returned form keeps the typed values', async () => {
    const other = language === 'en' ? 'zh-Hans' : 'en'
    expect((await openBrowser({ language }).show(path)).html).toContain(`<a href="${path}?lng=${other}"`)
    expectSmall(await openBrowser({ language }).show(`${path}?lng=${other}`))
    const again = await openBrowser({ language }).show(path, { fields: { account: 'ann', password: '' } })
    expectTexts(again.html, { shown: ['name="in_language"'], hidden: ['lng='] })
    expect((await (await smallBrowser()).show('/login/sms')).html).toContain(`<a href="/login/sms?lng=${other}"`)
  })

  it('error: any other path gets a bare, centred 404 page', async () => {
    const browser = await smallBrowser()
    const { html, status, headers } = await browser.show('/nowhere')
    expect(status).toBe(404)
    expect(html).toMatch(/<style type="text\/css">(.*)<\/style><\/head><body><div[^>]*><h1>404<\/h1><\/div><\/body>/)
    expect(headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/)
  })

  it('error: an empty form and a wrong password come back small, with their errors', async () => {
    const page = expectSmall(await openBrowser({ language }).show(path, { fields: { account: '', password: '' } }))
    expect(page.status).toBe(422)
    // The form is on the first screen: its title comes first, and each error is at its field.
    expect(page.html).toMatch(/<body><h1>.*<label for="account">.*<p>.*<\/p><input id="account"/s)
    expect(page.html).not.toContain('href="#account"')
    fake.answer('accountLoginV2', refuse('wrong_credentials', {}))
    const wrong = expectSmall(
      await openBrowser({ language }).show(path, { fields: { account: 'ann', password: 'wrong' } }),
    )
    expect(wrong.html).not.toContain('value="wrong"')
  })

  it('happy: the sign-in by SMS is small, and reads a number in the region of the visitor', async () => {
    const browser = await smallBrowser()
    const first = expectSmall(await browser.show('/login/sms'))
    expectTexts(first.html, { shown: ['<input type="hidden" name="region" value="CN"/>'], hidden: ['for="region"'] })
    fake.answer('sendCode', smsSent())
    const sent = await browser.submit('/login/sms', { mobile: '13800000001', region: 'CN' })
    // A simple browser sends a cookie to one page only, if its path names one.
    expect(sent.setCookies.join()).toMatch(/butterfly_flow_[^;]+; Path=\/;/)
    expectSmall(await browser.show('/login/sms/code'))
    fake.answer('smsLoginOnly', refuse('code_wrong', { field: 'code', tries_left: 4 }))
    expectSmall(await browser.show('/login/sms/code', { fields: { code: '111111' } }))
  })

  it('error: an invalid number for this region asks for a leading +, and offers no choice', async () => {
    const browser = await smallBrowser()
    const [none, unlisted] = language === 'en' ? ['Check it, or', 'Start with +'] : ['或以 + 和', '请以 + 和']
    const wrong = expectSmall(await browser.show('/login/sms', { fields: { mobile: '123', region: 'CN' } }))
    expect(wrong.html).toContain(none)
    const bare = await browser.show('/login/sms', { fields: { mobile: '13800000001', region: 'other' } })
    expect(bare.html).toContain(unlisted)
    expect(
      (await openBrowser({ language }).show('/login/sms', { fields: { mobile: '123', region: 'CN' } })).html,
    ).toContain(language === 'en' ? 'The region you chose' : '所选地区')
  })

  it('happy: the pages of the registration are small pages', async () => {
    const browser = await smallBrowser()
    expectSmall(await browser.show('/login/register'))
    expectSmall(await browser.show('/login/register', { fields: { mobile: '1', region: 'CN' } }))
    fake.answer('sendCode', smsSent())
    await browser.submit('/login/register', { mobile: '13800000001', region: 'CN' })
    expectSmall(await browser.show('/login/register/code'))
    // Each error is said once, at its field.
    const again = expectSmall(await browser.show('/login/register/code', { fields: { code: '', password: 'x' } }))
    expect(again.html.match(/<p>[^<]*<\/p><input id="(code|password)"/g)).toHaveLength(2)
    expect(again.html).not.toContain('<a href="#')
  })

  it('happy: a challenge on a small page asks for letters, or lets the person wait', async () => {
    fake.answers({ accountLoginV2: decision('slide'), getCaptcha: challenge('text') })
    const page = expectSmall(await openBrowser({ language }).show(path, { fields: someone }))
    expectTexts(page.html, { shown: ['/login/verify/picture', 'name="waited"'], hidden: ['name="letters"', '<link'] })
    expect(fake.inputsOf('getCaptcha')).toMatchObject([{ subtype: 'text' }])
  })

  it.each<Subtype>(['slide', '3d'])(
    'happy: the challenge of an older account API is shown on a small page: %s',
    async (subtype) => {
      fake.answer('accountLoginV2', decision(subtype))
      fake.answer('getCaptcha', done({ ...challenge(subtype).data, wait_seconds: undefined }))
      const page = expectSmall(await openBrowser({ language }).show(path, { fields: someone }))
      expect(page.html).toContain('/login/verify/picture')
    },
  )

  it('happy: instead of twelve pictures, another challenge is opened, once', async () => {
    fake.answer('accountLoginV2', decision('whirl'))
    fake.answer('getCaptcha', () => challenge(fake.inputsOf('getCaptcha').length === 1 ? 'whirl' : 'text'))
    const page = expectSmall(await openBrowser({ language }).show(path, { fields: someone }))
    expect(fake.inputsOf('getCaptcha')).toHaveLength(2)
    expect(page.html).not.toContain('type="checkbox"')
  })

  it('happy: the first page of the settings and a second verification are small', async () => {
    const browser = await smallBrowser(await signedInBrowser(fake, { language }))
    const account = infoOf({ email: 'a***@example.com', email_verified: true, held_username: 'annette' })
    fake.answer('accountInfo', done(account))
    const first = expectSmall(await browser.show('/settings'))
    expect(first.html).toContain('action="/passport/web/logout"')
    fake.answer(
      'setPassword',
      refuse('second_verification_required', { sms_code_key: 'key-of-a-test-0001', ways: threeWays }),
    )
    const fields = { password: 'fourteen calm violins' }
    const asked = expectSmall(await browser.show('/settings/password/set', { fields }))
    expect(asked.html).toContain('name="send_mobile"')
    expectSmall(await browser.show('/passport/web/logout'))
    expectSmall(await (await smallBrowser()).show('/login'))
  })

  it('happy: the page of the scopes that an application requests at an API is small, in the words of the language', async () => {
    const scopes = [{ ...(openInfo.scopes?.[0] ?? apiScope), is_required: true }, apiScope]
    fake.answer('openAuthInfo', done({ ...openInfo, scopes }))
    const asked = expectSmall(await (await smallBrowser(await signedInBrowser(fake, { language }))).show(authorisePage))
    expect(asked.html).toContain(apiScope.api.words[language as 'en'])
  })
})

describe('the way to small pages, and back', () => {
  it('happy: a sign-in on a small page leads to the small account, and so does that page afterwards', async () => {
    fake.answer('accountLoginV2', signedIn())
    const browser = openBrowser()
    expectRedirect(await browser.submit(path, { account: 'ann', password: 'x' }), '/settings')
    // A cancelled account would be restored from here, too.
    expect(fake.inputsOf('accountLoginV2')).toMatchObject([{ need_frozen_user: 1 }])
    expectRedirect(await browser.visit(path), '/settings')
    fake.answer('accountInfo', done(infoOf()))
    expectSmall(await browser.show('/settings'))
  })

  it('happy: pages are small until the person leaves them', async () => {
    const browser = openBrowser()
    await browser.show(path)
    expectSmall(await browser.show('/login/sms'))
    expectRedirect(await browser.visit('/passport/wap/leave'), '/')
    expect((await browser.show('/login/sms')).html).toContain('<main id="main">')
  })

  it('error: a browser that keeps no cookies gets a small page that says so', async () => {
    const page = expectSmall(
      await openBrowser({ cookies: false }).show(path, { fields: { account: 'ann', password: 'x' } }),
    )
    expect(page.status).toBe(403)
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
])('happy: for Accept %j, a small page is %s', (accept, mediaType) => expect(smallMediaType(accept)).toBe(mediaType))

describe('small markup', () => {
  const small = (markup: string) => smallMarkup(markup, '/here?a=1&b="2"')

  it.each([
    [
      'happy: boolean attributes get their names as values',
      '<input type="checkbox" name="x" checked=""/>',
      '<input type="checkbox" name="x" checked="checked"/>',
    ],
    [
      'happy: a form without an action posts to its page',
      '<form method="post"></form>',
      '<form method="post" action="/here?a=1&amp;b=&quot;2&quot;"></form>',
    ],
    [
      'happy: field types that older browsers lack become text fields',
      '<input type="tel" name="x"/>',
      '<input type="text" name="x" size="10"/>',
    ],
    ['happy: a long number may wrap at its spaces', '<p>+86\u00a0138\u00a00000</p>', '<p>+86 138 0000</p>'],
    [
      'security: text stays text, and characters that XML does not allow are left out',
      '<p>&lt;script&gt;1\u0000\u001b\uffff&lt;/script&gt;</p>',
      '<p>&lt;script&gt;1&lt;/script&gt;</p>',
    ],
  ])('%s', (_, markup, expected) => expect(small(markup)).toBe(expected))

  const list = (...items: string[]) =>
    `<div class="problem" role="alert" tabindex="-1"><h2>Check</h2><ul>${items.join('')}</ul></div>`
  const field = '<p class="error" id="a-error"><span>Error:</span> Missing</p>'

  it.each([
    ['at its field, where each has one', list('<li><a href="#a">Missing</a></li>') + field, '<p>Error: Missing</p>'],
    [
      'in the list, where one is of the form',
      list('<li><a href="#a">Missing</a></li>', '<li>Wrong</li>') + field,
      '<div><h2>Check</h2><ul><li><a href="#a" accesskey="1">Missing</a></li><li>Wrong</li></ul></div>',
    ],
    [
      'in the list, where one has no place at its field',
      list('<li><a href="#a">Missing</a></li>', '<li><a href="#b">Wrong</a></li>') + field,
      '<div><h2>Check</h2><ul><li><a href="#a" accesskey="1">Missing</a></li><li><a href="#b" accesskey="2">Wrong</a></li></ul></div>',
    ],
  ])('error: each error appears once, %s', (_, markup, expected) => expect(small(markup)).toBe(expected))

  it('happy: a region in another select becomes a field for its two letters', () => {
    const choice =
      '<select id="region" name="region"><option value="">None</option><option value="CN" selected="">China</option></select>'
    expect(small(`<div class="field"><label for="region">Region</label> ${choice}</div>`)).toBe(
      '<div><label for="region">Region</label> <input id="region" type="text" name="region" value="CN" size="10"/></div>',
    )
  })

  it('happy: nine links have an access key', () => {
    const keys = [...small('<a href="/"></a>'.repeat(12)).matchAll(/accesskey="(\d)"/g)].map(([, key]) => key)
    expect(keys.join('')).toBe('123456789')
  })
})

const nokia = 'Nokia6230i/2.0 (03.80) Profile/MIDP-2.0 Configuration/CLDC-1.1'

/** The page of sign-in, visited by a browser of this name. */
const visited = async (userAgent: string, path = '/login', browser = openBrowser()): Promise<Response | object> => {
  const { headers } = browser.requestFor(path)
  headers.set('user-agent', userAgent)
  const request = new Request(`http://localhost:3299${path}`, { headers })
  return loader({ request, context: {}, params: {} })
}

it.each([
  nokia,
  'SonyEricssonK750i/R1AA Browser/SEMC-Browser/4.2 Profile/MIDP-2.0 Configuration/CLDC-1.1',
  'BlackBerry8100/4.2.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 VendorID/102',
  'MOT-V300/0B.09.19R MIB/2.2 Profile/MIDP-2.0 Configuration/CLDC-1.0 UP.Link/6.2',
])('happy: the sign-in redirects %s to the small page, which continues to the same address', async (userAgent) => {
  const answer = (await visited(userAgent, '/login?next=%2Fsettings%2Fx')) as Response
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/passport/wap/login?next=%2Fsettings%2Fx'])
})

it.each([
  '',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  'Opera/9.80 (J2ME/MIDP; Opera Mini/9.80/37.5; U; en) Presto/2.12.423 Version/12.16',
  'UCWEB/2.0 (MIDP-2.0; U; Adr 4.4.2; en-US) U2/1.0.0 UCBrowser/10.7',
  'Mozilla/5.0 (SymbianOS/9.2; U; Series60/3.1 NokiaE71) Profile/MIDP-2.0 Configuration/CLDC-1.1 AppleWebKit/413',
])('happy: the sign-in does not redirect a browser that can show the full page: %s', async (userAgent) => {
  expect(await visited(userAgent)).not.toMatchObject({ status: 303 })
})

it('happy: an old phone that left the small pages is not redirected there again', async () => {
  const browser = openBrowser()
  browser.keep(await leave({ request: browser.requestFor('/passport/wap/leave'), context: {}, params: {} }))
  expect(await visited(nokia, '/login', browser)).not.toMatchObject({ status: 303 })
})

it('error: no other page redirects, nor does a page that is already small', () => {
  const told = { cookie: '', userAgent: nokia }
  expect(leadsToSmall('/login', told)).toBe(true)
  expect(leadsToSmall('/login/sms', told)).toBe(false)
  expect(leadsToSmall('/login', { ...told, cookie: 'butterfly_small=1' })).toBe(false)
})
