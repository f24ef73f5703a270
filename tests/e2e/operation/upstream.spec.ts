import { createServer, type RequestListener } from 'node:http'
import { HtmlValidate } from 'html-validate'
import { temporaryFolder } from '../../fixtures/folder'
import { startWebApp } from '../../fixtures/server'
import { expect, bareTest as test } from '../journey'
import { open, send } from '../pages'
import { languages, textsOf } from '../texts'

const htmlValidate = new HtmlValidate({ extends: ['html-validate:standard'] })

/** Account APIs of another operator, by what is wrong with them. */
const broken: Record<string, RequestListener> = {
  'hangs up': (request) => request.socket.destroy(),
  'answers HTML': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>'),
  'answers half a JSON': (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"message":"success","data":{"sig'),
  'answers 500': (_, response) =>
    response.writeHead(500, { 'content-type': 'application/json', 'x-log-id': 'upstream-log' }).end('{}'),
  'redirects elsewhere': (_, response) => response.writeHead(302, { location: 'https://evil.example/' }).end(),
}

for (const language of languages)
  test(`error: each fault of the account API is a 503 page in the language of the visitor (${language})`, async ({
    browser,
  }) => {
    const t = textsOf(language)
    const folder = temporaryFolder('upstream')
    let wrong: RequestListener | undefined
    const upstream = createServer((request, response) => wrong?.(request, response))
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
    const address = upstream.address()
    // Whether it is ready, and whether a call is signed in.
    const ready: RequestListener = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"message":"success","data":{"signed_in":false}}')
    wrong = ready
    const web = await startWebApp({
      DATA_DIR: folder.path,
      LOG_LEVEL: 'silent',
      ACCOUNT_API_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
      ACCOUNT_API_KEY: 'a key of 32 bytes that only the tests know',
    })
    const context = await browser.newContext({
      baseURL: `http://localhost:${web.port}`,
      locale: language === 'en' ? 'en-GB' : 'zh-CN',
      javaScriptEnabled: false,
    })
    const visitor = { page: await context.newPage(), t }
    for (const [what, listener] of Object.entries(broken)) {
      wrong = listener
      // A page that needs no account API is still shown.
      await open(visitor, 'signIn')
      const answer = visitor.page.waitForResponse((response) => response.request().method() === 'POST')
      await send(visitor, 'signIn', { account: 'ann', password: 'a secret password' })
      const response = await answer
      const html = await response.text()
      expect({ what, status: response.status() }).toEqual({ what, status: 503 })
      expect(html).toContain(t('problem.unavailable.title'))
      expect(html).toContain(response.headers()['x-log-id'] ?? 'no log id')
      expect(html).not.toMatch(/evil\.example|It works|a secret password|at .*\.js:\d+/)
      const report = await htmlValidate.validateString(html)
      expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([])
    }
    await context.close()
    await web.stop()
    upstream.closeAllConnections()
    await new Promise((resolve) => upstream.close(resolve))
    folder.remove()
  })
