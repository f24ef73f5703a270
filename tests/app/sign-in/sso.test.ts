import { beforeEach, describe, expect } from 'vitest'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { done, refuse, signedIn } from '#tests/app/browser/answers'
import { expectRedirect, expectTexts, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser, visiting } from '#tests/app/browser/person'
import { casXml } from '~/features/services/cas-answer'
import { rememberedAs } from '~/navigation/returning/return-address'
import * as validate3 from '~/routes/p3/serviceValidate/route'
import * as signOut from '~/routes/passport/sso/logout/route'
import * as validate2 from '~/routes/serviceValidate/route'
import * as validate1 from '~/routes/validate/route'

const fake = withFakeAccountApi()
const it = visiting(fake)

const shop = vouchedUrl.parse('https://shop.example/app?x=1')
const ticketed = vouchedUrl.parse(`${shop}&ticket=ST-1`)
const asked = (more = '') => `service=${encodeURIComponent(shop)}${more}`

beforeEach(() => {
  fake.answer('registeredService', ({ input }) =>
    input.service === shop
      ? done({ name: 'Shop', url: shop, may_gateway: true })
      : (refuse('no_such_service', {}) as never),
  )
  fake.answer('issueServiceTicket', done({ url: ticketed }))
})

describe('the way to a service', () => {
  it('happy: a signed-in person continues to the service with a ticket and no referrer', async ({ person }) => {
    const landed = await person.visit(`/login?${asked()}`)
    expectRedirect(landed, ticketed)
    expect(landed.headers.get('referrer-policy')).toBe('no-referrer')
    expect(landed.headers.get('cache-control')).toBe('no-store')
    expect(fake.inputsOf('issueServiceTicket')).toEqual([{ service: shop, renew: 0 }])
  })

  it('happy: a signed-out person signs in first, and the page then continues', async ({ browser }) => {
    const first = await browser.visit(`/login?${asked()}`)
    const next = `/login/service?${new URLSearchParams({ service: shop })}`
    expectRedirect(first, `/login?${new URLSearchParams({ next })}`)
    fake.answer('accountLoginV2', signedIn())
    expectRedirect(await browser.submit(first.location ?? '', { account: 'ann', password: 'x' }), next)
    const page = await browser.show(next)
    const goesOn = `/login?${new URLSearchParams({ service: shop })}`
    expect(page).toMatchObject({ status: 200, main: expect.stringContaining(`href="${goesOn}"`) })
    expect(page.headers.get('refresh')).toBe(`0; url=${goesOn}`)
    expect(page.main).toContain('Shop')
    expectRedirect(await browser.visit(goesOn), ticketed)
  })

  it('happy: a long address is kept under a handle during the sign-in', async () => {
    const long = vouchedUrl.parse(`https://shop.example/app?x=${'y'.repeat(600)}`)
    fake.answer('registeredService', done({ name: 'Shop', url: long, may_gateway: false }))
    fake.answer('keepReturnAddress', done({ handle: 'h'.repeat(22) }))
    const landed = await openBrowser().visit(`/login?${new URLSearchParams({ service: long })}`)
    expect(landed.location).toBe(`/login?next=%7E${'h'.repeat(22)}`)
  })

  it('happy: gateway returns without a ticket if the service may use it, and renew overrides it', async () => {
    const open = async (more: string) => (await openBrowser().visit(`/login?${asked(more)}`)).location
    expect(await open('&gateway=true')).toBe(shop)
    expect(await open('&gateway=true&renew=true')).toContain('/login?next=')
    fake.answer('registeredService', done({ name: 'Shop', url: shop, may_gateway: false }))
    expect(await open('&gateway=true')).toContain('/login?next=')
    expect(fake.inputsOf('issueServiceTicket')).toEqual([])
    expectRedirect(await (await signedInBrowser(fake)).visit(`/login?${asked('&gateway=true')}`), ticketed)
  })

  it('happy: renew requires a proof, on a page whose form leads only to the service', async ({ person }) => {
    fake.answer('issueServiceTicket', refuse('second_verification_required', { sms_code_key: 'k', ways: [] }))
    const landed = await person.visit(`/login?${asked('&renew=true')}`)
    const path = `/login/service/renew?${new URLSearchParams({ service: shop, renew: 'true' })}`
    expectRedirect(landed, path)
    const page = await person.show(path)
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example;")
    fake.answer('issueServiceTicket', done({ url: ticketed }))
    expectRedirect(await person.submit(path), ticketed)
    expect(fake.inputsOf('issueServiceTicket').every(({ renew }) => renew === 1)).toBe(true)
  })

  it('security: the page before a service is not kept in the page memory', () => {
    expect(rememberedAs(`/login?${asked()}`)).toBeUndefined()
    expect(rememberedAs('/login?next=%2Flogin%2Fservice')).toBe('/login?next=%2Flogin%2Fservice')
  })

  it('error: a session that ended elsewhere requires a new sign-in', async ({ person }) => {
    fake.answer('issueServiceTicket', refuse('not_signed_in', {}))
    expect((await person.visit(`/login?${asked()}`)).location).toMatch(/^\/login\?next=%2Flogin%2Fservice%3Fservice/)
    expect(await person.visit('/login')).toMatchObject({ status: 200 })
    expectRedirect(await (await signedInBrowser(fake)).visit(`/login?${asked('&gateway=true')}`), shop)
  })

  it.each([
    'https://evil.example/',
    'https://shop.example\\@evil.example/app?x=1',
    'javascript:alert(1)',
    'x'.repeat(5000),
  ])('security: the service address %j gets no redirect, and a page says so', async (service) => {
    for (const browser of [openBrowser(), await signedInBrowser(fake)])
      for (const more of [{}, { gateway: 'true' }, { renew: 'true' }]) {
        const landed = await browser.visit(`/login?${new URLSearchParams({ service, ...more })}`)
        expect(landed.location).toMatch(/^\/login\/service\?service=/)
      }
    const page = await openBrowser().show(`/login/service?${new URLSearchParams({ service })}`)
    expect(page).toMatchObject({ status: 404, location: null, main: expect.stringContaining('is not registered') })
    expect(page.html).toContain('<title>This website is not registered here – Butterfly</title>')
    expect(page.headers.get('refresh')).toBeNull()
    expect(page.main).not.toContain('example')
    expect(fake.inputsOf('issueServiceTicket')).toEqual([])
  })
})

describe('signing out for a service', () => {
  const path = `/passport/sso/logout?${asked()}`
  const from = (browser: ReturnType<typeof openBrowser>, site: string, url = path) => {
    const { headers } = browser.requestFor(url)
    headers.set('sec-fetch-site', site)
    const request = new Request(new URL(url, 'http://localhost:3299'), { headers })
    return signOut.loader({ request, context: {}, params: {} })
  }

  it('security: an image on another site signs nobody out: the page asks first', async ({ person }) => {
    for (const site of ['cross-site', 'same-site', 'none']) expect((await from(person, site)).status).toBe(200)
    const page = await person.show(path)
    expect(page.main).toContain('Sign out?')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example;")
    expect((await person.submit(path, {}, { token: '' })).status).toBe(403)
    expect(fake.inputsOf('logout')).toEqual([])
  })

  it('happy: the form of the question signs out, and redirects to the service', async ({ person }) => {
    fake.answer('logout', done({ done: true }))
    expectRedirect(await person.submit(path), shop)
    expect(fake.inputsOf('logout')).toHaveLength(1)
    expect((await person.visit('/login')).status).toBe(200)
    // Signed out, the address alone leads back.
    expectRedirect(await person.visit(path), shop)
  })

  it('happy: a link on our own page signs out at once', async ({ person }) => {
    fake.answer('logout', done({ done: true }))
    expect((await from(person, 'same-origin')).headers.get('location')).toBe(shop)
  })

  it('happy: a redirect exists at the path that CAS clients use', async () => {
    expect((await openBrowser().visit('/logout')).location).toBe('/passport/sso/logout')
    const { location } = await openBrowser().visit(`/logout?${asked('&url=https://evil.example')}`)
    expect(location).toBe(`/passport/sso/logout?${new URLSearchParams({ service: shop })}`)
  })

  it('security: signing out leads to no address that is not registered', async () => {
    fake.answer('logout', done({ done: true }))
    for (const service of ['https://evil.example/', 'https://shop.example/', '//evil.example', `${shop}#`]) {
      const evil = `/passport/sso/logout?${new URLSearchParams({ service })}`
      expect((await openBrowser().visit(evil)).location).toBe('/login')
      expect((await (await signedInBrowser(fake)).submit(evil)).location).toBe('/login?notice=signed_out')
    }
  })
})

describe('validation of a ticket', () => {
  const validated = (attributes: Record<string, string[]> = {}) =>
    done({ user_id: 'u1', proven_at: '2026-01-02T03:04:05.000Z', is_fresh: true, attributes })

  const ask = async (route: { loader: typeof validate1.loader }, query: string) => {
    const request = new Request(`http://localhost:3299/?${query}`)
    const response = await route.loader({ request, context: {}, params: {} })
    const type = response.headers.get('content-type')
    return { status: response.status, type, cache: response.headers.get('cache-control'), text: await response.text() }
  }
  const good = asked('&ticket=ST-1')
  const failure = (code: string) =>
    new RegExp(`<cas:authenticationFailure code="${code}">[^<]+</cas:authenticationFailure>`)

  it('happy: CAS 3.0 returns the user and the attributes, in XML and in JSON', async () => {
    fake.answer('validateServiceTicket', validated({ email: ['ann@example.com'], organisations: ['a', 'b'] }))
    const xml = await ask(validate3, good)
    expect(xml).toMatchObject({ status: 200, type: 'application/xml; charset=utf-8', cache: 'no-store' })
    expect(xml.text).toBe(
      '<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess><cas:user>u1</cas:user><cas:attributes><cas:authenticationDate>2026-01-02T03:04:05.000Z</cas:authenticationDate><cas:longTermAuthenticationRequestTokenUsed>false</cas:longTermAuthenticationRequestTokenUsed><cas:isFromNewLogin>true</cas:isFromNewLogin><cas:email>ann@example.com</cas:email><cas:organisations>a</cas:organisations><cas:organisations>b</cas:organisations></cas:attributes></cas:authenticationSuccess></cas:serviceResponse>\n',
    )
    const json = await ask(validate3, `${good}&format=json`)
    expect(json.type).toBe('application/json; charset=utf-8')
    expect(JSON.parse(json.text)).toMatchObject({
      serviceResponse: {
        authenticationSuccess: {
          user: 'u1',
          attributes: { email: 'ann@example.com', organisations: ['a', 'b'], isFromNewLogin: 'true' },
        },
      },
    })
    expect(fake.inputsOf('validateServiceTicket')[0]).toEqual({ service: shop, ticket: 'ST-1', renew: 0 })
  })

  it('happy: CAS 2.0 returns only the user, CAS 1.0 two lines; renew is passed on', async () => {
    fake.answer('validateServiceTicket', validated({ email: ['ann@example.com'] }))
    expect((await ask(validate2, `${good}&renew=true`)).text).toBe(
      '<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess><cas:user>u1</cas:user></cas:authenticationSuccess></cas:serviceResponse>\n',
    )
    expect(await ask(validate1, good)).toMatchObject({ type: 'text/plain; charset=utf-8', text: 'yes\nu1\n' })
    expect(fake.inputsOf('validateServiceTicket').map(({ renew }) => renew)).toEqual([1, 0])
  })

  it.each([
    ['invalid_ticket', 'INVALID_TICKET'],
    ['invalid_service', 'INVALID_SERVICE'],
    ['not_fresh', 'INVALID_TICKET'],
  ] as const)('error: the failure %s is reported as %s', async (reason, code) => {
    fake.answer('validateServiceTicket', refuse('service_ticket_refused', { reason }))
    expect(await ask(validate3, good)).toMatchObject({ status: 200, text: expect.stringMatching(failure(code)) })
    const { text } = await ask(validate2, `${good}&format=JSON`)
    expect(JSON.parse(text)).toMatchObject({ serviceResponse: { authenticationFailure: { code } } })
    expect((await ask(validate1, good)).text).toBe('no\n')
  })

  it('error: a request without service or ticket, or for another format, is refused', async () => {
    for (const query of ['', asked(), 'ticket=ST-1', `${asked()}&ticket=`, `${good}&format=YAML`])
      expect((await ask(validate3, query)).text).toMatch(failure('INVALID_REQUEST'))
    expect((await ask(validate1, '')).text).toBe('no\n')
    expect((await ask(validate3, asked(`&ticket=${'x'.repeat(300)}`))).text).toMatch(failure('INVALID_TICKET'))
    expect(fake.inputsOf('validateServiceTicket')).toEqual([])
  })

  it('error: a request for a proxy ticket uses up the ticket, and the answer names the callback', async () => {
    fake.answer('validateServiceTicket', validated())
    expect((await ask(validate3, `${good}&pgtUrl=https%3A%2F%2Fshop.example%2Fpgt`)).text).toMatch(
      failure('INVALID_PROXY_CALLBACK'),
    )
    expect(fake.inputsOf('validateServiceTicket')).toHaveLength(1)
  })

  it('error: during an outage of the account API, a client gets an answer of the CAS protocol', async () => {
    fake.answer('validateServiceTicket', () => Response.error())
    expect(await ask(validate3, good)).toMatchObject({ text: expect.stringMatching(failure('INTERNAL_ERROR')) })
    expect((await ask(validate1, good)).text).toBe('no\n')
  })

  it('security: a name that contains XML stays text, and characters that XML does not allow are left out', () => {
    const name = `</cas:user><cas:user>admin</cas:user>&<!--"']]>\u0000\u000b\ud800\ufffe小`
    const xml = casXml({ ok: true, user: name, attributes: { username: [name] } })
    const escaped = '&lt;/cas:user&gt;&lt;cas:user&gt;admin&lt;/cas:user&gt;&amp;&lt;!--&quot;&apos;]]&gt;小'
    expectTexts(xml, { shown: [`<cas:user>${escaped}</cas:user>`, `<cas:username>${escaped}</cas:username>`] })
    expect(xml.match(/<cas:user>/g)).toHaveLength(1)
  })
})
