import { describe, expect, it } from 'vitest'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { signedInBrowser } from '#tests/app/browser/person'
import type { defineFlow } from '~/flows/define-flow.server'
import type { ActionFunctionArgs } from '~/framework'

const fake = withFakeAccountApi()

type Flow = Pick<ReturnType<typeof defineFlow>, 'begin' | 'require'>

/** The flows among exported values, also those in a table. */
const flowsIn = (value: unknown): Flow[] => {
  if (typeof value !== 'object' || value === null) return []
  return 'begin' in value ? [value as Flow] : Object.values(value).flatMap(flowsIn)
}
const flows = flowsIn(
  import.meta.glob(['/app/flows/**/*.server.ts', '/app/features/qr-codes/qr-*.server.ts'], { eager: true }),
)

/** The paths of all pages; a parameter is one of the two kinds of address. */
const pagePaths = Object.keys(import.meta.glob('/app/routes/**/route.tsx')).flatMap((file) => {
  const path = file.replace('/app/routes', '').replace(/\/route\.tsx$/, '') || '/'
  return [...new Set(['mobile', 'email'].map((value) => path.replace(/\$\w*/, value)))]
})

/** As much as a step of the product holds: codes on their way, masked addresses, tickets. */
const data = {
  old: 'a***@accounts.example.com',
  way: 'email',
  ticket: 'MDEyMzQ1Njc4OWFiY2RlZg',
  code: { to: 'annabel.featherstonehaugh@accounts.example.com', resendAtMs: 1_795e9, notice: 'resend_too_soon' },
}

/** A page with a form that begins a flow. A request of an application has the name in the paths above. */
const beginning = (flow: Flow) => ({
  action: (args: ActionFunctionArgs) =>
    flow.begin({ ...args, params: { subject: 's'.repeat(22), request: 'mobile' } }, 'confirm', data),
})

/** The longest return address that a URL carries. */
const longNext = `/${'x'.repeat(511)}`

describe('the cookies of flows', () => {
  it('error: the cookies of all unfinished flows in one browser add less than 4 kB to any page', async () => {
    const browser = await signedInBrowser(fake)
    browser.jar.set('i18next', 'zh-Hans')
    browser.jar.set('butterfly_flash', `/login?${new URLSearchParams({ next: longNext })}&notice=sign_in_again`)
    for (const flow of flows) {
      expect((await browser.send(beginning(flow), `/login?next=${longNext}`)).status).toBe(303)
    }
    expect([...browser.jar.keys()].filter((name) => name.includes('_flow_'))).toHaveLength(flows.length)
    const sizes = pagePaths.map((path) => [path, Buffer.byteLength(`cookie: ${browser.cookieHeader(path)}`)] as const)
    expect(sizes.length).toBeGreaterThan(50)
    expect(sizes.filter(([, sizeBytes]) => sizeBytes >= 4096)).toEqual([])
    // A page outside every flow gets the browser id, the session, the language and the flash message alone.
    expect(Object.fromEntries(sizes)['/settings/profile']).toBeLessThan(1600)
  })

  it('happy: each cookie ends on its own, and is sent to the pages of its flow only', async () => {
    expect(flows.length).toBeGreaterThan(15)
    for (const flow of flows) {
      const { setCookies } = await openBrowser().send(beginning(flow), '/login')
      const [setCookie = '', ...more] = setCookies
      expect(more).toEqual([])
      const [, path = '', maxAge] = /; Path=([^;]+); Max-Age=(\d+);/.exec(setCookie) ?? []
      expect(path).toMatch(/^\/(login|settings|account-help)\/./)
      expect(Number(maxAge)).toBeGreaterThanOrEqual(10 * 60)
      expect(Number(maxAge)).toBeLessThanOrEqual((48 + 1) * 60 * 60)
    }
  })

  it.each(['NetSurf/3.10 (Linux)', 'Mozilla/5.0 (X11; Linux) NetSurf/3.11'])(
    'happy: %s, which treats a cookie path as a single page, gets cookies for all pages',
    async (userAgent) => {
      for (const flow of flows) {
        const browser = openBrowser()
        const request = browser.requestFor('/login', browser.formWith({}, browser.formToken()))
        request.headers.set('user-agent', userAgent)
        const answer = await beginning(flow).action({ request, context: {}, params: {} })
        expect(answer.headers.getSetCookie().join()).toMatch(/^butterfly_flow_[^;]+; Path=\/; Max-Age=/)
      }
    },
  )
})
