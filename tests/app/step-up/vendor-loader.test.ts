import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { vendorInBrowser } from '#settings/vendors/captcha-vendor'
import type { VendorCaptcha } from '~/forms/step-up/step-up'
import { type Callbacks, loadVendor, webIdTimeoutMs } from '~/islands/vendor-loader'

const at = (path: string) => `https://captcha.example.com/${path}`

const vendor: VendorCaptcha = {
  ...vendorInBrowser.parse({
    settings_url: at('settings'),
    script_url: at('script'),
    web_id_url: at('web_id'),
    event_list_url: at('events'),
  }),
  language: 'zh',
  subtype: 'slide',
}

interface Sent {
  path: string
  query: Record<string, string>
  body: string
}

let sent: Sent[]
let shown: Record<string, unknown>[]
let webId: (signal: AbortSignal) => Promise<Response>

beforeEach(() => {
  sent = []
  shown = []
  webId = async () => Response.json({ web_id: 'given' })
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (url: string, { body = '', signal }: { body?: string; signal: AbortSignal }) => {
    const { pathname, searchParams } = new URL(url)
    sent.push({ path: pathname.slice(1), query: Object.fromEntries(searchParams), body })
    return pathname === '/web_id' ? webId(signal) : Response.json({})
  })
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('document', { cookie: '', createElement: scriptElement, head: { append: () => undefined } })
  vi.stubGlobal('window', { VendorCaptcha: { init: (options: Record<string, unknown>) => void shown.push(options) } })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A script element that loads at once. */
const scriptElement = () => ({
  onload: () => undefined,
  remove: () => undefined,
  set src(_url: string) {
    queueMicrotask(() => this.onload())
  },
})

const load = async (unlike: Partial<VendorCaptcha> = {}, callbacks: Partial<Callbacks> = {}) => {
  const nothing = () => undefined
  const given = { success: nothing, error: nothing, close: nothing, ...callbacks }
  return loadVendor({ ...vendor, ...unlike }, new AbortController().signal, given)
}

const sentTo = (path: string) => sent.filter((one) => one.path === path)

it('happy: the vendor learns the versions of the loader and of the SDK', async () => {
  expect(await load()).toBe(true)
  const versions = { version: '3.8.7 beta', sdkVersion: '2.0.0-beta.0', checkVersion: '3.8.7 beta' }
  expect(sentTo('settings')[0]?.query).toMatchObject(versions)
  expect(shown[0]).toMatchObject(versions)
})

it('happy: if the check of decisions is closed, the check version is 0.0.0', async () => {
  await load({ close_decision_check: true })
  expect(sentTo('settings')[0]?.query).toMatchObject({ checkVersion: '0.0.0', version: '3.8.7 beta' })
  expect(shown[0]).toMatchObject({ checkVersion: '0.0.0' })
})

it.each([
  ['cn', 2018],
  ['sg', 2740],
  ['va', 2740],
])('happy: events of the region %s carry the application id %d', async (region, aid) => {
  await load({ region })
  expect(sentTo('events').map(({ body }) => JSON.parse(body))).toEqual([
    { aid, events: [{ code: 10_000, event: 'loaded' }] },
  ])
})

it('happy: a web id that arrives in time is used', async () => {
  await load()
  expect(sentTo('settings')[0]?.query.webId).toBe('verify_given')
})

it('error: a web id that is missing after 1 s is created locally, and the captcha opens', async () => {
  webId = (signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  const loading = load()
  await vi.advanceTimersByTimeAsync(webIdTimeoutMs - 1)
  expect(sentTo('settings')).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(await loading).toBe(true)
  expect(webIdTimeoutMs).toBe(1_000)
  expect(sentTo('settings')[0]?.query.webId).toMatch(/^verify_\w{8,}$/)
})

it('security: an invalid web id reaches neither the cookie nor the vendor', async () => {
  webId = async () => Response.json({ web_id: 'x; domain=example.com; path=/' })
  await load()
  expect(sentTo('settings')[0]?.query.webId).toMatch(/^verify_\w{8,}$/)
  expect(document.cookie).not.toContain('domain=')
})
