import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runningHere } from '#tests/fixtures/hooks'
import { freePort } from '#tests/fixtures/programs/free-port'
import { startFront } from '#tests/fixtures/programs/front'
import { stopServer } from '#tests/fixtures/programs/loopback'
import { ownFolder } from '#tests/fixtures/programs/own-folder'
import { type Server, startWebApp } from '#tests/fixtures/programs/server'
import { eventually } from '#tests/fixtures/time/eventually'
import { Browser, send } from '#tests/server/browser'
import { startUpstream } from '#tests/server/upstream'
import { credentials } from '#tests/server/web-app'
import { ofTheOperator } from './programs'
import { type Ports, startCaddy, startNginx } from './proxies'

// Two copies of the web app in production, behind a proxy that runs by its sample.
describe.each([
  ['nginx', startNginx],
  ['Caddy', startCaddy],
] as const)('%s', (_name, startProxy) => {
  const visitor = '127.9.8.7'
  const folder = ownFolder('behind')
  const copies: (Server | undefined)[] = []
  const ports: Ports = { https: 0, http: 0, copies: [0, 0] }
  const upstream = runningHere(() => startUpstream())
  // The proxy meets a visitor who has another address than itself.
  const front = runningHere(() => startFront(() => ports.https))
  const proxy = runningHere(async () => {
    const copies = [await freePort(), await freePort()] as const
    return startProxy(Object.assign(ports, { https: await freePort(), http: await freePort(), copies }))
  })
  let origin: string

  const startCopy = async (copy: number) =>
    startWebApp({
      DEPLOYMENT: 'production',
      PUBLIC_URL: origin,
      PORT: String(ports.copies[copy]),
      TRUST_PROXY: '127.0.0.1',
      ACCOUNT_API_URL: upstream.url,
      ACCOUNT_API_KEY: ofTheOperator.ACCOUNT_API_KEY,
      SESSION_SECRETS: ofTheOperator.SESSION_SECRETS,
      DATA_DIR: folder.path,
      // Longer than Caddy takes to see it.
      DRAIN_SECONDS: '4',
    })
  const end = async (copy: number, signal: NodeJS.Signals) => {
    const ended = await copies[copy]?.stop(signal)
    copies[copy] = undefined
    return ended
  }

  beforeAll(() => {
    front.visitFrom(visitor)
    origin = `https://localhost:${front.port}`
  })

  /** A proxy that reads its settings again closes kept connections. A browser then sends again; this client does not. */
  const once = { connection: 'close' }
  const visit = () => send(origin, '/login', { headers: once })
  const ours = () => ({ origin, 'sec-fetch-site': 'same-origin' })
  const newBrowser = (more: Record<string, string> = {}) =>
    new Browser(origin, { ...once, 'accept-language': 'en', ...more })
  const signIn = (browser: Browser) => browser.submit('/login', credentials, { headers: ours() })

  describe('in front of two copies', () => {
    beforeEach(async () => {
      for (const copy of [0, 1]) copies[copy] ??= await startCopy(copy)
      await proxy.takeBack()
      await eventually('the proxy to find the copies', async () => ((await visit()).status === 200 ? true : undefined))
    })
    afterAll(() => Promise.all([0, 1].map((copy) => end(copy, 'SIGKILL'))))

    it('happy: a person signs in without script, with cookies for this host only, and the browser is told to stay on https', async () => {
      const browser = newBrowser()
      const answer = await signIn(browser)
      expect([answer.status, answer.headers.location]).toEqual([303, '/settings'])
      expect(browser.cookies.has('__Host-butterfly_session')).toBe(true)
      for (const cookie of answer.setCookies) expect(cookie).toMatch(/^__Host-.*; Path=\/;.*; Secure$/)
      const page = await browser.open('/settings')
      expect([page.status, page.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000'])
    })

    it('security: a forged client address is ignored, and the real one counts', async () => {
      const forged = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9', 'x-real-ip': '203.0.113.9' }
      await signIn(newBrowser(forged))
      expect(upstream.asked.findLast(({ path }) => path.endsWith('/login_v2'))?.headers['x-client-address']).toBe(
        visitor,
      )
    })

    it('happy: http redirects to the same page over https', async () => {
      const { status, headers } = await send(`http://localhost:${ports.http}`, '/login?next=%2Fsettings&x=a%20b')
      expect(status).toBeGreaterThanOrEqual(301)
      expect(status).toBeLessThanOrEqual(308)
      expect(headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/login\?next=%2Fsettings&x=a%20b$/)
    })

    /** Uploads a picture of that many bytes, like a browser does. */
    const upload = async (browser: Browser, bytes: number) => {
      const [boundary, form] = ['x'.repeat(30), await browser.open('/settings/avatar')]
      const token = /name="form_token" value="([^"]+)"/.exec(form.text)?.[1]
      const part = (name: string, more: string, value: string) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
      const file = part('pic', '; filename="a.jpg"\r\nContent-Type: image/jpeg', 'x'.repeat(bytes))
      return browser.open('/settings/avatar', {
        method: 'POST',
        headers: { ...ours(), 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: `${part('form_token', '', token ?? '')}${file}--${boundary}--\r\n`,
      })
    }

    const tooLarge = /This file is over 5\sMB/

    it('error: a photo that is too large gets our own page, which says so', async () => {
      const browser = newBrowser()
      await signIn(browser)
      const answer = await upload(browser, 12 * 1024 * 1024)
      expect(answer.status).toBe(413)
      expect(answer.text).toMatch(tooLarge)
    })

    it('security: an upload larger than any photo does not reach the web app', async () => {
      const browser = newBrowser()
      await signIn(browser)
      // A proxy may close the connection in the middle of what it refuses.
      const answer = await upload(browser, 17 * 1024 * 1024).catch(() => undefined)
      expect([413, undefined]).toContain(answer?.status)
      expect(answer?.text ?? '').not.toMatch(tooLarge)
    })

    /** Sends requests, several at once, until `act` is done and as many more have been answered. @returns what went wrong */
    const underLoad = async (ask: () => Promise<{ status: number }>, good: number, act: () => Promise<unknown>) => {
      const statuses: (number | string)[] = []
      let isOver = false
      const visit = async () => {
        while (!isOver) {
          statuses.push(await ask().then(({ status }) => status, String))
          await pause(20)
        }
      }
      const visits = Array.from({ length: 4 }, visit)
      const more = async () => {
        const wanted = statuses.length + 40
        await eventually('requests to be answered', () => (statuses.length >= wanted ? true : undefined), {
          seconds: 60,
        })
      }
      await more()
      await act()
      await more()
      isOver = true
      await Promise.all(visits)
      return statuses.filter((status) => status !== good)
    }
    it('security: a secret in the query of a link is not in the request log', async () => {
      expect((await send(origin, '/login?next=%2Fsecret-of-a-link', { headers: once })).status).toBe(200)
      expect(proxy.logged()).not.toContain('secret-of-a-link')
    })

    it('happy: no page and no form fails while a copy stops, by the sample’s settings', async () => {
      const failed = await underLoad(
        () => signIn(newBrowser()),
        303,
        async () => {
          await proxy.leaveOut(0)
          expect(await end(0, 'SIGTERM')).toBe(0)
        },
      )
      expect(failed).toEqual([])
    })

    it('happy: no page fails when a copy is killed', async () => {
      expect(await underLoad(visit, 200, () => end(1, 'SIGKILL'))).toEqual([])
    })
  })

  it('error: while no copy runs, a page says so in both languages, and when to return', async () => {
    const answer = await visit()
    expect([answer.status, answer.headers['retry-after'], answer.headers['strict-transport-security']]).toEqual([
      503,
      '10',
      'max-age=31536000',
    ])
    expect(answer.headers['content-type']).toMatch(/^text\/html/)
    expect(answer.text).toContain('not available right now')
    expect(answer.text).toContain('暂时无法使用')
  })

  it('happy: cookies up to Node’s limit pass, in both directions', async () => {
    const cookies = [1, 2, 3].map((name) => `cookie${name}=${'x'.repeat(4000)}`)
    const heard: (string | undefined)[] = []
    const copy = createServer((request, response) => {
      heard.push(request.headers.cookie)
      response.writeHead(200, { 'set-cookie': cookies }).end('ready')
    })
    copy.listen(ports.copies[0], '127.0.0.1')
    await eventually('the proxy to find this copy', async () => ((await visit()).status === 200 ? true : undefined))
    const answer = await send(origin, '/login', { headers: { ...once, cookie: cookies.join('; ') } })
    expect([answer.status, answer.setCookies, heard.at(-1)]).toEqual([200, cookies, cookies.join('; ')])
    await stopServer(copy)
  })
})
