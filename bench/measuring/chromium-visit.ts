import type { Browser } from '@playwright/test'
import { eventually } from '#tests/fixtures/time/eventually'

/** A slow phone on a slow link: a sixth of this machine's CPU, 400 kbit/s, and 400 ms from request to response. */
const slowPhone = { cpuTimesSlower: 6, bytesASecond: 50_000, latencyMs: 400 }

/** A first visit in Chromium, without cookies and cache. */
export interface ChromiumVisit {
  firstPaintMs: number
  requests: number
  /** Encoded size of all responses, with their headers, in bytes. */
  bytes: number
  /** Encoded size of script files, in bytes. */
  scriptBytes: number
}

/** Visits a page like a slow phone. The times are elapsed times, so they compare only within one run. */
export const visitInChromium = async (
  browser: Browser,
  url: string,
  { javaScriptEnabled }: { javaScriptEnabled: boolean },
): Promise<ChromiumVisit> => {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 360, height: 640 } })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  const scripts = new Set<string>()
  const visit = { requests: 0, bytes: 0, scriptBytes: 0 }
  let askedAt: number | undefined
  let paintedAt: number | undefined
  devTools.on('Network.requestWillBeSent', ({ timestamp, requestId, type }) => {
    askedAt ??= timestamp
    visit.requests += 1
    if (type === 'Script') scripts.add(requestId)
  })
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    visit.bytes += encodedDataLength
    if (scripts.has(requestId)) visit.scriptBytes += encodedDataLength
  })
  devTools.on('Page.lifecycleEvent', ({ name, timestamp }) => {
    if (name === 'firstPaint' && askedAt !== undefined) paintedAt ??= timestamp
  })
  await devTools.send('Network.enable')
  await devTools.send('Page.enable')
  await devTools.send('Page.setLifecycleEventsEnabled', { enabled: true })
  const { cpuTimesSlower, bytesASecond, latencyMs: latency } = slowPhone
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuTimesSlower })
  const throughput = { downloadThroughput: bytesASecond, uploadThroughput: bytesASecond }
  await devTools.send('Network.emulateNetworkConditions', { offline: false, latency, ...throughput })
  await page.goto(url, { waitUntil: 'networkidle' })
  const firstPaintMs = await eventually('the first paint', () =>
    askedAt === undefined || paintedAt === undefined ? undefined : (paintedAt - askedAt) * 1000,
  )
  await context.close()
  return { ...visit, firstPaintMs }
}
