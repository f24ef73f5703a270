import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { root } from '../../fixtures/server'
import { firstVisit } from '../../fixtures/wire'
import { expect, test } from '../journey'
import { languages } from '../texts'

for (const language of languages)
  test(`happy: a first visit of the sign-in page stays in its budget (${language})`, async ({ pair }) => {
    const { bytes, requests, scriptBytes } = await firstVisit(`${pair.url}/login`, { language })
    expect(requests.length).toBeLessThanOrEqual(2)
    expect(scriptBytes).toBe(0)
    expect(bytes).toBeLessThanOrEqual(8192)
    expect(bytes).toBeGreaterThan(1000)
  })

test('happy: the style sheet is under 4 kB compressed', async () => {
  const assets = `${root}build/client/assets`
  const sheets = readdirSync(assets).filter((name) => name.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(0)
  for (const name of sheets) expect(gzipSync(readFileSync(`${assets}/${name}`)).length).toBeLessThan(4096)
})

test('happy: a browser fetches the page and its style sheet, and nothing else', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) requested.push(request.resourceType())
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  expect(requested.sort()).toEqual(['document', 'stylesheet'])
})
