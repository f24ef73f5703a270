import { describe, expect, it } from 'vitest'
import { type Browser, openBrowser, withFakeAccountApi } from './browser'
import { signedInBrowser } from './person'

const fake = withFakeAccountApi()

const routes = import.meta.glob<{ loader?: unknown; default?: unknown }>('../../app/routes/**/route.tsx', {
  eager: true,
})

/** The handle of a request of an application. */
const request = 'a-request-of-an-application'

/** The paths of a route, whose folders spell them: a parameter stands for each of its values. */
const pathsOf = (file: string): string[] => {
  const path = file.replace('../../app/routes', '').replace(/\/route\.tsx$/, '') || '/'
  return ['mobile', 'email'].map((address) =>
    path.replace('$address', address).replace('$platform', 'qq').replace('$request', request),
  )
}

/** The values of the parameters in a path, by the names that its route has for them. */
const paramsOf = (file: string, path: string): Record<string, string> => {
  const names = file.replace('../../app/routes', '').split('/')
  const values = path.split('/')
  return Object.fromEntries(
    names.flatMap((name, at) => (name.startsWith('$') ? [[name.slice(1), values[at] ?? '']] : [])),
  )
}

/** Every page, by its path. A route without a parameter comes before one with. */
const pages = new Map(
  Object.entries(routes)
    .sort(([one], [other]) => Number(other.includes('$')) - Number(one.includes('$')))
    .flatMap(([file, route]) => pathsOf(file).map((path) => [path, { route, params: paramsOf(file, path) }])),
)

const open = (browser: Browser, address: string) => {
  const page = pages.get(new URL(address, 'http://localhost').pathname)
  if (!page) throw new Error(`There is no page ${address}`)
  return browser.open(page.route, address, { params: page.params })
}

/** Where a page leads whose flow has not begun. */
const starts: Record<string, string> = {
  '/account-help/activate/code': '/account-help/activate',
  '/account-help/activate/email/code': '/account-help/activate/email',
  '/account-help/activate/email/existing': '/account-help/activate/email',
  '/account-help/activate/existing': '/account-help/activate',
  '/account-help/mobile-lost/asked': '/account-help/mobile-lost/password',
  '/account-help/mobile-lost/email/code': '/account-help/mobile-lost/email',
  '/account-help/mobile-lost/email/confirm': '/account-help/mobile-lost/email',
  '/account-help/mobile-lost/held': '/account-help/mobile-lost/password',
  '/account-help/password/code': '/account-help/password',
  '/account-help/password/email/code': '/account-help/password/email',
  '/account-help/password/link': '/account-help/password/email?notice=reset_link_over',
  '/account-help/restore/confirm': '/account-help/restore',
  [`/login/authorize/${request}/qr/code`]: `/login/authorize/${request}/qr`,
  [`/login/authorize/${request}/qr/code/picture`]: `/login/authorize/${request}/qr`,
  [`/login/authorize/${request}/qr/code/status`]: `/login/authorize/${request}/qr`,
  [`/login/authorize/${request}/qr/code/text`]: `/login/authorize/${request}/qr`,
  [`/login/authorize/${request}/sms/code`]: `/login/authorize/${request}/sms`,
  '/login/bind': '/login',
  '/login/bind/code': '/login',
  '/login/bind/mobile': '/login',
  '/login/email/code': '/login/email',
  '/login/qr/code': '/login/qr',
  '/login/quick/code': '/login/quick',
  '/login/qr/code/picture': '/login/qr',
  '/login/qr/code/status': '/login/qr',
  '/login/qr/code/text': '/login/qr',
  '/login/register/both/code': '/login/register/both',
  '/login/register/code': '/login/register',
  '/login/register/email/code': '/login/register/email',
  '/login/register/email/existing': '/login/register/email',
  '/login/register/existing': '/login/register',
  '/login/register/organisation/email': '/login/register/organisation',
  '/login/register/organisation/email/code': '/login/register/organisation',
  '/login/register/organisation/email/existing': '/login/register/organisation',
  '/login/register/organisation/mobile': '/login/register/organisation',
  '/login/register/organisation/mobile/code': '/login/register/organisation',
  '/login/register/organisation/mobile/existing': '/login/register/organisation',
  '/login/sms/code': '/login/sms',
  '/login/sms/confirm': '/login/sms',
  '/login/sms/confirm/code': '/login/sms',
  '/login/sms/create': '/login/sms',
  '/settings/cancel/confirm': '/settings/cancel',
  '/settings/cancel/password': '/settings/cancel',
  '/settings/cancel/verify': '/settings/cancel',
  '/settings/email/bind': '/settings/email',
  '/settings/email/change/confirm': '/settings/email/change',
  '/settings/email/change/new': '/settings/email/change',
  '/settings/email/change/old': '/settings/email/change',
  '/settings/email/change/switch': '/settings/email/change',
  '/settings/email/switch': '/settings/email',
  '/settings/export/file': '/settings/export',
  '/settings/move/code': '/settings/move',
  '/settings/move/code/picture': '/settings/move',
  '/settings/move/code/status': '/settings/move',
  '/settings/move/code/text': '/settings/move',
  '/settings/mobile/bind': '/settings/mobile',
  '/settings/mobile/change/confirm': '/settings/mobile/change',
  '/settings/mobile/change/new': '/settings/mobile/change',
  '/settings/mobile/change/old': '/settings/mobile/change',
  '/settings/mobile/change/switch': '/settings/mobile/change',
  '/settings/mobile/switch': '/settings/mobile',
  '/settings/password/forgotten/code': '/settings/password/forgotten',
  '/settings/password/forgotten/new': '/settings/password/forgotten',
  '/settings/third-party/new': '/settings/third-party',
}

const opened = async (path: string) => {
  const browser = path.startsWith('/settings') ? await signedInBrowser(fake) : openBrowser()
  return open(browser, path)
}

describe('a page in the middle of a flow', () => {
  it.each(Object.entries(starts))('error: %s opened by its address leads to %s', async (path, start) => {
    expect(await opened(path)).toMatchObject({ status: 303, location: start })
    expect(fake.received.filter(({ name }) => name !== 'accountLoginV2')).toEqual([])
  })

  it('error: every page that ends as a step of a flow does has a start', () => {
    const isStep =
      /(?<!organisations|roles|invitations|applications)\/(code|create|existing|confirm|held|asked|verify|bind|switch|old|new)$/
    // In an organisation, a page asks first who acts there: the tests of its pages try the steps.
    // A phone comes to the page that confirms a QR code from outside.
    const isHere = (path: string) => !path.includes('$subject') && path !== '/login/qr/confirm'
    expect([...pages.keys()].filter((path) => isHere(path) && isStep.test(path) && !(path in starts))).toEqual([])
  })
})

describe('signed out', () => {
  const settings = [...pages].flatMap(([path, { route }]) => (path.startsWith('/settings') && route.loader ? path : []))

  it('happy: the pages of the settings are found', () => {
    expect(settings.length).toBeGreaterThan(25)
  })

  it.each(settings)('error: %s leads nowhere but to the sign-in, and back', async (path) => {
    const browser = openBrowser()
    // A step of a flow leads to the start of the flow first, which is a page of the settings again.
    const visited = [path]
    for (let at = path; !at.startsWith('/login'); at = visited.at(-1) ?? '') {
      const landed = await open(browser, at)
      expect(landed.status).toBe(303)
      visited.push(landed.location ?? '')
      expect(visited.length).toBeLessThan(5)
    }
    expect(visited.at(-1)).toBe(`/login?${new URLSearchParams({ next: visited.at(-2) ?? '' })}`)
    expect(fake.received).toEqual([])
  })
})
