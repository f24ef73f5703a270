import { createServer } from 'node:http'
import type { Request } from '@playwright/test'
import { press } from '#tests/e2e/controls'
import { expect, test } from '#tests/e2e/journey'
import { signedInWithMobile } from '#tests/e2e/steps/accounts'
import { expectPage, open } from '#tests/e2e/steps/pages'
import { listenOnLoopback, stopServer } from '#tests/fixtures/programs/loopback'

test('security: no picture and no link on another page signs anybody out', async ({ pair, visitor }) => {
  const { page, t } = visitor
  await signedInWithMobile(visitor)
  const paths = ['web', 'sso', 'org'].map((kind) => `/passport/${kind}/logout`)
  const pictures: Request[] = []
  page.on('request', (request) => request.resourceType() === 'image' && pictures.push(request))
  let visits = 0
  const foreign = createServer((_, response) => {
    visits += 1
    response.writeHead(200, { 'content-type': 'text/html' })
    // A new address each time, so that no picture comes from a cache.
    const at = (path: string) => `${pair.url}${path}?visit=${visits}`
    response.end(paths.map((path) => `<img src="${at(path)}"><a href="${at(path)}">${path}</a>`).join(''))
  })
  const port = await listenOnLoopback(foreign)
  // To a browser, another port of the same host is the same site: it sends our cookies along.
  for (const host of ['localhost', '127.0.0.1'])
    for (const path of paths) {
      // The page is loaded when its pictures have failed.
      await page.goto(`http://${host}:${port}/`)
      expect(pictures.splice(0).filter((picture) => picture.redirectedFrom() === null)).toHaveLength(paths.length)
      await page.getByRole('link', { name: path }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('logout.title'))
    }
  await stopServer(foreign)
  await open(visitor, 'settings')
  await expectPage(visitor, 'settings')
  await page.goto('/passport/org/logout')
  await press(visitor, 'logout.submit')
  await expectPage(visitor, 'signIn')
})
