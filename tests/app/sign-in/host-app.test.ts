import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { appLink } from '#contract/terms/app-link'
import { done, refuse, signedIn } from '#tests/app/browser/answers'
import { type Browser, openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import { rememberHostApp } from '~/features/host-app/host-app.server'
import { type Destination, withFlash } from '~/navigation/flash/flash.server'

const fake = withFakeAccountApi()

const scheme = 'com.example.app'
const links = {
  account_changed: appLink.parse(`${scheme}:/account-changed`),
  account_cancelled: appLink.parse(`${scheme}:/account-cancelled`),
  closed: appLink.parse(`${scheme}:/closed`),
}

/** A host app, as docs/integrators/app-bridge.md describes it: it opens pages, and takes deep links. */
const openHostApp = () => {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(8).toString('hex')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  return {
    verifier,
    page: `/login/app?${new URLSearchParams({ scheme, code_challenge, state })}`,
    /** The code in a deep link that answers its request. */
    take: (link: string): string | null => {
      const { protocol, pathname, searchParams } = new URL(link)
      if (protocol !== `${scheme}:` || pathname !== '/signed-in') throw new Error(`not a sign-in: ${link}`)
      return searchParams.get('state') === state ? searchParams.get('code') : null
    },
  }
}

beforeEach(() => {
  fake.answer('hostAppLinks', ({ input }) =>
    input.scheme === scheme ? done(links) : (refuse('no_such_app', {}) as never),
  )
  fake.answer('issueAppCode', ({ input }) =>
    done({ url: appLink.parse(`${input.scheme}:/signed-in?code=${'c'.repeat(22)}&state=${input.state}`) }),
  )
})

const bridged = async (): Promise<Browser> => {
  const browser = await signedInBrowser(fake)
  await browser.submit(openHostApp().page)
  return browser
}

describe('a sign-in for a host app', () => {
  it('happy: a signed-out person signs in first, and a button continues to the app with the code and its state', async () => {
    const [browser, app] = [openBrowser(), openHostApp()]
    const first = await browser.visit(app.page)
    expect(first).toMatchObject({ status: 303, location: `/login?${new URLSearchParams({ next: app.page })}` })
    fake.answer('accountLoginV2', signedIn())
    expect((await browser.submit(first.location ?? '', { account: 'ann', password: 'x' })).location).toBe(app.page)
    const page = await browser.show(app.page)
    expect(page.main).toContain(scheme)
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${scheme}:;`)
    expect(fake.inputsOf('issueAppCode'), 'opening the page').toEqual([])
    const left = await browser.submit(app.page)
    expect(left.status).toBe(303)
    expect(app.take(left.location ?? '')).toBe('c'.repeat(22))
    expect(left.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it.each([
    'scheme=com.example.evil',
    'scheme=javascript',
    'scheme=https',
    'scheme=',
    'code_challenge=short',
    'state=',
    'state=%0d%0a',
  ])('security: a host app’s request with %s is not forwarded', async (otherwise) => {
    const browser = await signedInBrowser(fake)
    const query = new URLSearchParams(openHostApp().page.split('?')[1])
    for (const [name, value] of new URLSearchParams(otherwise)) query.set(name, value)
    const page = await browser.show(`/login/app?${query}`)
    expect(page).toMatchObject({ status: 404, main: expect.stringContaining('not registered') })
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self';")
    expect(await browser.submit(`/login/app?${query}`)).toMatchObject({ location: '/login/app' })
    expect(fake.inputsOf('issueAppCode')).toEqual([])
  })
})

describe('the bridge to a host app', () => {
  const open = (browser: Browser, event: string, of = scheme) =>
    browser.visit(`/login/app/back?${new URLSearchParams({ scheme: of, event })}`)

  it.each(Object.entries(links))('happy: the event “%s” is reported by a deep link', async (event, link) => {
    expect(await open(openBrowser(), event)).toMatchObject({ status: 303, location: link })
  })

  it('error: an unknown event only closes the page', async () => {
    expect((await open(openBrowser(), 'signed_in')).location).toBe(links.closed)
  })

  it.each(['com.example.evil', 'javascript', 'data', ''])('security: no deep link points to %s', async (evil) => {
    expect((await open(openBrowser(), 'closed', evil)).location).toBe('/settings')
  })

  /** Opens a page with the flash message that our redirect gave it. */
  const flashed = (browser: Browser, destination: Destination) => {
    const { address, setCookie } = withFlash(destination)
    browser.keep(new Response(null, { headers: { 'set-cookie': setCookie } }))
    return browser.show(address)
  }
  const wayBack = (event: string) => `href="/login/app/back?scheme=${scheme}&amp;event=${event}"`

  it('happy: pages link back to the host app of the sign-in, and other pages link to none', async () => {
    expect((await (await bridged()).show('/account-help')).html).toContain(`<p class="back"><a ${wayBack('closed')}`)
    expect((await openBrowser().show('/account-help')).html).not.toContain('/login/app/back')
  })

  const cancelled = `/account-help/cancelled?${new URLSearchParams({ time_zone: 'Asia/Shanghai' })}`

  it.each<[string, Destination]>([
    ['account_changed', { path: '/account-help', notice: 'mobile_changed' }],
    ['account_changed', { path: '/account-help', notice: 'profile_saved' }],
    ['account_cancelled', { path: cancelled, until: '2030-01-01T00:00:00.000Z' }],
  ])('happy: the link back reports “%s” on the page %o', async (event, destination) => {
    expect((await flashed(await bridged(), destination)).html).toContain(wayBack(event))
  })

  it('security: a cookie without a scheme creates no link', async () => {
    const browser = openBrowser()
    browser.keep(new Response(null, { headers: { 'set-cookie': rememberHostApp('javascript') } }))
    expect((await browser.show('/account-help')).html).not.toContain('/login/app/back')
  })
})
