import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { expect, bareTest as test } from '#tests/e2e/journey'
import { listenOnLoopback, stopServer } from '#tests/fixtures/programs/loopback'
import { documentHeaders } from '~/document/headers.server'
import { allowLeavingTo, leaveTo } from '~/navigation/returning/leave.server'
import type { Args } from '~/runtime/load-context'

// The functions under test run in this process, and seal with a secret.
process.env.SESSION_SECRETS = 'a secret that only this test knows'

const listen = async (listener: RequestListener) => {
  const server = createServer(listener)
  return { url: `http://127.0.0.1:${await listenOnLoopback(server)}`, stop: () => stopServer(server) }
}

test.use({ javaScriptEnabled: false })

test('security: a form leads to another site only from a page that allows it', async ({ page }) => {
  const arrived: IncomingMessage[] = []
  const answered: (string | null)[] = []
  const other = await listen((request, response) => {
    arrived.push(request)
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Other</title><h1>Arrived</h1>')
  })
  const vouched = vouchedUrl.parse(`${other.url}/authorize?state=1`)
  // Our page, with what the product answers.
  const ours = await listen(async (request, response) => {
    const args: Args = { request: new Request(`http://localhost${request.url}`), context: {}, params: {} }
    if (request.method === 'POST') {
      const redirect = await leaveTo(args, vouched)
      answered.push(redirect.headers.get('location'))
      response.writeHead(redirect.status, Object.fromEntries(redirect.headers)).end()
      return
    }
    if (request.url === '/allowed') allowLeavingTo(args, vouched)
    response.writeHead(200, documentHeaders({}, args.context))
    response.end(`<!DOCTYPE html><title>Ours</title><form method="post"><button>Leave</button></form>`)
  })
  const leave = page.getByRole('button', { name: 'Leave' })

  await page.goto(`${ours.url}/not-allowed`)
  const refused = page.waitForEvent('console', (message) => message.text().includes('form-action'))
  await leave.click()
  expect((await refused).type()).toBe('error')
  await expect(leave).toBeVisible()
  expect([answered, arrived]).toEqual([[vouched], []])

  await page.goto(`${ours.url}/allowed`)
  await leave.click()
  await expect(page.getByRole('heading', { name: 'Arrived' })).toBeVisible()
  const [request] = arrived
  expect(request).toMatchObject({ url: '/authorize?state=1', method: 'GET' })
  expect([request?.headers.referer, request?.headers.origin]).toEqual([undefined, undefined])
  await Promise.all([ours.stop(), other.stop()])
})
