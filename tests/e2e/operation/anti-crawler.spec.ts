import { expect, bareTest as test } from '#tests/e2e/journey'
import { errorsOf, send } from '#tests/e2e/steps/pages'
import { textsOf } from '#tests/e2e/texts'
import { temporaryFolder } from '#tests/fixtures/programs/folder'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startWebApp } from '#tests/fixtures/programs/server'

const t = textsOf('en')

test('happy: an anti-crawler script that fails stops nobody, and no other is allowed', async ({ browser }) => {
  const folder = temporaryFolder('anti-crawler')
  const port = await freePort()
  const script = `https://127.0.0.1:${await freePort()}/guard.js`
  const web = await startWebApp({
    PORT: String(port),
    ACCOUNT_API_PORT: String(await freePort()),
    DATA_DIR: folder.path,
    ANTI_CRAWLER: JSON.stringify({ GB: script }),
  })
  const context = await browser.newContext({ baseURL: `http://localhost:${port}`, locale: 'en-GB' })
  const page = await context.newPage()
  const [failed, refused]: [string[], string[]] = [[], []]
  page.on('requestfailed', (request) => failed.push(request.url()))
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()))
  // The second visit comes from the memory of pages.
  for (let visit = 0; visit < 2; visit += 1) await page.goto('/login')
  expect(failed).toEqual([script, script])
  expect(refused).toEqual([])
  const visitor = { page, t }
  await send(visitor, 'signIn', { account: 'nobody@example.com', password: 'not the password' })
  expect(await errorsOf(visitor)).toHaveLength(1)
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('script'), { src: 'https://127.0.0.1:1/other.js' })),
  )
  await expect.poll(() => refused.length).toBe(1)
  await context.close()
  await web.stop()
  folder.remove()
})
