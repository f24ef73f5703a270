import { expect, test as journeyTest, type Page } from './journey'

/** All script of a page together, gzipped. */
const budgetBytes = 3_000

/** Journeys on pages with an island. The page's own policy must refuse nothing; what a vendor does is its own affair. */
export const test = journeyTest.extend({
  quiet: async ({ context }, use) => {
    const refused: string[] = []
    context.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text())
    })
    await use(undefined)
    expect(refused).toEqual([])
  },
})

/** A page has script, and not too much of it. */
export const expectInBudget = (bytes: number, { least = 1, most = budgetBytes } = {}): void => {
  journeyTest.info().annotations.push({ type: 'script bytes, gzip', description: String(bytes) })
  expect(bytes).toBeGreaterThanOrEqual(least)
  expect(bytes).toBeLessThanOrEqual(most)
}

/** Counts the bytes of all script that a page loads from now on, as they come over the wire. */
export const countScript = async (page: Page): Promise<() => Promise<number>> => {
  // Script of the page before counts for that page.
  await page.waitForLoadState('networkidle')
  // Where requests are looked at, nothing comes from the browser's cache.
  await page.route('**/assets/**', (route) => route.continue())
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script' && request.url().includes('/assets/'))
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    return (await Promise.all(sizes.splice(0))).reduce((sum, bytes) => sum + bytes, 0)
  }
}
