import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '#tests/fixtures/programs/free-port'
import { Browser, send, sendForm, sheetIn } from './browser'
import { startWebApp } from './web-app'

const deskPort = await freePort()
const web = await startWebApp({ DESK_PORT: String(deskPort) })
const desk = `http://localhost:${deskPort}`
afterAll(() => web.stop())

const english = { 'accept-language': 'en' }
const statusAt = async (origin: string, path: string) => (await send(origin, path, { headers: english })).status

describe('the public door', () => {
  it.each(['/desk', '/desk/sign-in', '/desk/people', '/DESK/names', '/%64esk', '/login/../desk', '/desk/nowhere'])(
    'security: the public door answers 404 at %s',
    async (path) => {
      const { status, headers, setCookies } = await send(web.origin, path, { headers: english })
      expect(status).toBe(404)
      expect(headers.location).toBeUndefined()
      expect(setCookies.join()).not.toContain('butterfly_desk')
    },
  )

  it('security: the public door accepts no form for the desk', async () => {
    const browser = new Browser(web.origin, english)
    await browser.open('/login')
    expect((await browser.submit('/login', {}, { to: '/desk/sign-out' })).status).toBe(404)
  })

  it('security: a desk session opens nothing at the public door', async () => {
    const cookie = `butterfly_desk=butterfly_desk_${'d'.repeat(43)}`
    const { headers } = await send(web.origin, '/settings', { headers: { ...english, cookie } })
    expect(headers.location).toBe('/login?next=%2Fsettings')
  })
})

describe('the door of the desk', () => {
  it('happy: the desk’s door redirects an unknown browser to the public site', async () => {
    const first = await send(desk, '/desk', { headers: english })
    expect([first.status, first.headers.location]).toEqual([303, '/desk/sign-in?to=%2Fdesk'])
    const { headers, setCookies } = await send(desk, '/desk/sign-in?to=/desk/names', { headers: english })
    expect(headers.location).toMatch(new RegExp(`^${web.origin}/login/desk\\?challenge=[\\w-]{43}&to=%2Fdesk%2Fnames$`))
    expect(setCookies.join()).toMatch(/butterfly_desk_start=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax/)
  })

  it('happy: the desk’s door serves its style sheet, and reports that it is ready', async () => {
    const { text, headers } = await send(desk, '/desk/sign-out', { headers: english })
    expect(await statusAt(desk, sheetIn(text))).toBe(200)
    expect(await statusAt(desk, '/readyz')).toBe(200)
    expect(headers['content-security-policy']).toContain(`form-action 'self' ${web.origin};`)
  })

  it.each([
    ...['/', '/login', '/login/desk', '/settings', '/account-help', '/passport/web/logout', '/logout', '/oauth2/token'],
    ...['/.well-known/openid-configuration', '/.butterfly/auth', '/locales/en/butterfly_fe.json'],
    ...['/desk/../login', '/desk/%2e%2e/login', '/desk\\..\\login', '/desks', '//desk'],
  ])('security: the desk’s door answers 404 at %s', async (path) => expect(await statusAt(desk, path)).toBe(404))

  it('security: the desk’s door accepts no form for the public site', async () => {
    const { status } = await sendForm(desk, '/login', { account: 'ada' }, { ...english, origin: desk })
    expect(status).toBe(404)
  })

  it.each([
    ['https://evil.example', {}],
    ['the public site', { origin: web.origin }],
    ['a site that names none', { 'sec-fetch-site': 'cross-site' }],
  ])('security: the desk’s door accepts no form from %s', async (from, headers: Record<string, string>) => {
    const browser = new Browser(desk, { ...english, ...(from.startsWith('http') ? { origin: from } : headers) })
    browser.cookies.set('butterfly_desk', `butterfly_desk_${'d'.repeat(43)}`)
    await browser.open('/desk/sign-out')
    const { status, setCookies } = await browser.submit('/desk/sign-out', {})
    expect(status).toBe(403)
    expect(setCookies.join()).not.toContain('butterfly_desk=')
  })

  it('security: the desk’s door ignores the public site’s session', async () => {
    const person = await web.signedInBrowser()
    const { headers, setCookies } = await send(desk, '/desk', { headers: { ...english, cookie: person.cookieHeader } })
    expect(headers.location).toBe('/desk/sign-in?to=%2Fdesk')
    expect(setCookies.join()).not.toMatch(/butterfly_(session|browser)=/)
  })

  it('security: refusals at the desk’s door have its own layout, and link nowhere else', async () => {
    const { text } = await sendForm(desk, '/desk/sign-out', {}, { ...english, origin: 'https://evil.example' })
    expect(text).toContain('<a href="/desk">')
  })
})
