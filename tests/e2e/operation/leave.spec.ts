import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import { documentHeaders } from '../../../app/document/headers.server'
import type { Args } from '../../../app/load-context'
import { allowLeavingTo, leaveTo } from '../../../app/navigation/leave.server'
import { vouchedUrl } from '../../../contract/vouched-url'
import { listenOnLoopback, stopServer } from '../../fixtures/loopback'
import { bareTest, expect } from '../journey'

// The functions under test run in this process, and seal with a secret.
process.env.SESSION_SECRETS = 'a secret that only this test knows'

interface Sites {
  /** Opens a page of ours and sends its form. */
  leaveFrom: (path: '/allowed' | '/not-allowed') => Promise<void>
  /** The statuses and locations with which the server answered a form. */
  answered: [status: number, location: string | null][]
  /** What the other site was asked for. */
  arrived: { url: string | undefined; method: string | undefined; headers: IncomingHttpHeaders }[]
}

const listen = async (listener: RequestListener): Promise<{ server: Server; url: string }> => {
  const server = createServer(listener)
  return { server, url: `http://127.0.0.1:${await listenOnLoopback(server)}` }
}

/** Our page and another site, with what the product answers. */
const test = bareTest.extend<{ sites: Sites }>({
  sites: async ({ page }, use) => {
    const answered: Sites['answered'] = []
    const arrived: Sites['arrived'] = []
    const other = await listen(({ url, method, headers }, response) => {
      arrived.push({ url, method, headers })
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!DOCTYPE html><title>Other</title><h1>Arrived</h1>')
    })
    const vouched = vouchedUrl.parse(`${other.url}/authorize?state=1`)
    const ours = await listen(async (request, response) => {
      const args: Args = { request: new Request(`http://localhost${request.url}`), context: {}, params: {} }
      if (request.method === 'POST') {
        const redirect = await leaveTo(args, vouched)
        answered.push([redirect.status, redirect.headers.get('location')])
        response.writeHead(redirect.status, Object.fromEntries(redirect.headers)).end()
        return
      }
      if (request.url === '/allowed') allowLeavingTo(args, vouched)
      response.writeHead(200, documentHeaders({}, args.context))
      response.end(`<!DOCTYPE html><title>Ours</title><form method="post"><button>Leave</button></form>`)
    })
    const leaveFrom = async (path: string) => {
      await page.goto(ours.url + path)
      await page.getByRole('button', { name: 'Leave' }).click()
    }
    await use({ leaveFrom, answered, arrived })
    for (const { server } of [ours, other]) await stopServer(server)
  },
})

test.use({ javaScriptEnabled: false })

test('happy: a browser without script follows a form to another site that the page allows', async ({ page, sites }) => {
  await sites.leaveFrom('/allowed')
  await expect(page.getByRole('heading', { name: 'Arrived' })).toBeVisible()
  const [request] = sites.arrived
  expect(request).toMatchObject({ url: '/authorize?state=1', method: 'GET' })
  expect([request?.headers.referer, request?.headers.origin]).toEqual([undefined, undefined])
})

test('security: the browser does not follow the same form on a page that does not allow it', async ({
  page,
  sites,
}) => {
  const refused = page.waitForEvent('console', (message) => message.text().includes('form-action'))
  await sites.leaveFrom('/not-allowed')
  expect((await refused).type()).toBe('error')
  await expect(page.getByRole('button', { name: 'Leave' })).toBeVisible()
  expect(sites.answered).toEqual([[303, expect.stringMatching(/^http:.*\/authorize\?state=1$/)]])
  expect(sites.arrived).toEqual([])
})
