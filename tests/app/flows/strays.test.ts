import { describe, expect, it } from 'vitest'
import { expectRedirect, openBrowser, pageAt, patterns, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'

const fake = withFakeAccountApi()

const request = 'a-request-of-an-application'

/** Every page, by its path. A parameter is a placeholder for each of its values. */
const paths = ['mobile', 'email'].flatMap((address) =>
  patterns.map((path) => path.replace(':address', address).replace(':platform', 'qq').replace(':request', request)),
)

const loaders = await Promise.all(paths.map(async (path) => (await pageAt(path)).page.loader))
const withLoader = [...new Set(paths.filter((_, nth) => loaders[nth]))]

/** The pages of flows below the page that starts them. */
const belowStarts: Record<string, string[]> = {
  '/account-help/activate': ['/code', '/existing'],
  '/account-help/activate/email': ['/code', '/existing'],
  '/account-help/mobile-lost/email': ['/code', '/confirm'],
  '/account-help/password': ['/code'],
  '/account-help/password/email': ['/code'],
  '/account-help/restore': ['/confirm'],
  [`/login/authorize/${request}/qr`]: ['/code', '/code/picture', '/code/status', '/code/text'],
  [`/login/authorize/${request}/sms`]: ['/code'],
  '/login': ['/bind', '/bind/code', '/bind/mobile'],
  '/login/email': ['/code'],
  '/login/qr': ['/code', '/code/picture', '/code/status', '/code/text'],
  '/login/quick': ['/code'],
  '/login/register/both': ['/code'],
  '/login/register': ['/code', '/existing'],
  '/login/register/email': ['/code', '/existing'],
  '/login/register/organisation': ['/email', '/mobile'].flatMap((by) => [by, `${by}/code`, `${by}/existing`]),
  '/login/sms': ['/code', '/confirm', '/confirm/code', '/create'],
  '/settings/cancel': ['/confirm', '/password', '/verify'],
  '/settings/email': ['/bind', '/switch'],
  '/settings/email/change': ['/confirm', '/new', '/old', '/switch'],
  '/settings/export': ['/file'],
  '/settings/move': ['/code', '/code/picture', '/code/status', '/code/text'],
  '/settings/mobile': ['/bind', '/switch'],
  '/settings/mobile/change': ['/confirm', '/new', '/old', '/switch'],
  '/settings/password/forgotten': ['/code', '/new'],
  '/settings/recovery-email': ['/code'],
  '/settings/third-party': ['/new'],
}

/** Where a page redirects if its flow has not begun. */
const starts: Record<string, string> = {
  ...Object.fromEntries(Object.entries(belowStarts).flatMap(([at, below]) => below.map((page) => [at + page, at]))),
  '/account-help/mobile-lost/asked': '/account-help/mobile-lost',
  '/account-help/mobile-lost/held': '/account-help/mobile-lost',
  '/account-help/password/link': '/account-help/password/email?notice=reset_link_over',
}

describe('a page in the middle of a flow', () => {
  it.each(Object.entries(starts))('error: the page %s opened by its address leads to %s', async (path, start) => {
    const browser = path.startsWith('/settings') ? await signedInBrowser(fake) : openBrowser()
    expectRedirect(await browser.visit(path), start)
    expect(fake.received.filter(({ name }) => name !== 'accountLoginV2')).toEqual([])
  })

  it('error: every page that ends like a flow step has a start', () => {
    const isStep =
      /(?<!organisations|roles|invitations|applications|passkeys)\/(code|create|existing|confirm|held|asked|verify|bind|switch|old|new)$/
    // In an organisation, a page asks first who acts there: the tests of its pages try the steps.
    // A phone comes to the page that confirms a QR code from outside.
    // Pages of the desk are no steps: each is opened by its address. So is the check before a page.
    const isHere = (path: string) =>
      !path.includes(':subject') && !path.startsWith('/desk/') && !/^\/login\/(qr\/confirm|verify)$/.test(path)
    expect(paths.filter((path) => isHere(path) && isStep.test(path) && !(path in starts))).toEqual([])
  })
})

describe('signed out', () => {
  const settings = withLoader.filter((path) => path.startsWith('/settings'))

  it('happy: the pages that the settings link to exist', () => expect(settings.length).toBeGreaterThan(25))

  it.each(settings)('error: %s redirects only to the sign-in, and back', async (path) => {
    const browser = openBrowser()
    // A step of a flow leads to the start of the flow first, which is a page of the settings again.
    const visited = [path]
    for (let at = path; !at.startsWith('/login'); at = visited.at(-1) ?? '') {
      const landed = await browser.visit(at)
      expect(landed.status).toBe(303)
      visited.push(landed.location ?? '')
      expect(visited.length).toBeLessThan(5)
    }
    expect(visited.at(-1)).toBe(`/login?${new URLSearchParams({ next: visited.at(-2) ?? '' })}`)
    expect(fake.received).toEqual([])
  })
})
