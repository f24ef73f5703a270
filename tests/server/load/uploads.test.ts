import { type ClientRequest, request as httpRequest } from 'node:http'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '#tests/fixtures/time/eventually'
import { type Answer, Browser, formTokenIn } from '#tests/server/browser'
import { startWebApp } from '#tests/server/web-app'

const web = await startWebApp()
beforeEach(() => {
  web.upstream.asked.length = 0
})
afterAll(() => web.stop())

const megabyte = 1024 * 1024
const boundary = 'a-boundary-of-the-tests'

const formWith = (token: string, sizeBytes: number): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="form_token"\r\n\r\n${token}\r\n`),
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="pic"; filename="photo.jpg"\r\n\r\n`),
    Buffer.alloc(sizeBytes, 'noise'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }

const upload = async (browser: Browser, path: string, sizeBytes: number): Promise<Answer> => {
  const token = formTokenIn((await browser.open('/settings/avatar')).text)
  return browser.open(path, { method: 'POST', body: formWith(token, sizeBytes), headers })
}

const uploads = () => web.upstream.asked.filter(({ path }) => path === '/passport/web/avatar/upload')

it('happy: a page that takes a file accepts 5 MB', async () => {
  const answer = await upload(await web.signedInBrowser(), '/settings/avatar', 5 * megabyte)
  expect([answer.status, answer.headers.location]).toEqual([303, '/settings/avatar?notice=avatar_changed'])
  expect(Number(uploads()[0]?.headers['content-length'])).toBeGreaterThan(5 * megabyte)
})

it.each([
  ['en', 'This file is over 5\u00A0MB. Choose a smaller one.'],
  ['zh-CN', '文件超过 5\u00A0MB，请换一个较小的'],
])('error: a larger file is refused on the page itself, in %s', async (language, text) => {
  for (const sizeBytes of [5 * megabyte + 1, 12 * megabyte]) {
    const answer = await upload(await web.signedInBrowser(language), '/settings/avatar', sizeBytes)
    expect(answer.status).toBe(sizeBytes > 6 * megabyte ? 413 : 422)
    expect(answer.text).toContain(`<a href="#pic">${text}</a>`)
    expect(answer.text).toContain('encType="multipart/form-data"')
  }
  expect(uploads()).toEqual([])
})

it('error: signed out, a large file leads to sign-in like any other file', async () => {
  const answer = await upload(new Browser(web.origin), '/settings/avatar', 6 * megabyte)
  expect([answer.status, answer.headers.location]).toEqual([303, '/login?next=%2Fsettings%2Favatar'])
})

it('security: a page that takes no file accepts no more than 64 kB', async () => {
  for (const path of ['/settings/avatar/default', '/login', '/settings/avatar/', '/passport/web/logout']) {
    const answer = await upload(await web.signedInBrowser(), path, 100_000)
    expect(answer.status, path).toBe(413)
    expect(answer.text, path).toContain('over 64\u00A0kB')
  }
})

/** Uploads that do not end, of a megabyte each so far. */
const hangingUploads = (cookie: Record<string, string>) => {
  const hanging: ClientRequest[] = []
  return {
    start: () => {
      const sent = httpRequest(`${web.origin}/settings/avatar`, { method: 'POST', headers: { ...headers, ...cookie } })
      sent.on('error', () => undefined)
      sent.write(Buffer.alloc(megabyte, 'noise'))
      hanging.push(sent)
    },
    end: () => {
      for (const each of hanging) each.destroy()
    },
  }
}

it('security: endless uploads take a limited amount of memory, which is freed after they end', async () => {
  const browser = await web.signedInBrowser()
  const hanging = hangingUploads({ cookie: browser.cookieHeader })
  for (let nth = 0; nth < 19; nth += 1) hanging.start()
  await eventually('the memory to be taken', async () => {
    const { status } = await upload(browser, '/settings/avatar', 2 * megabyte)
    if (status === 429) return true
    // An upload that was refused because of the file above takes no memory.
    hanging.start()
  })
  expect((await browser.open('/login')).status).toBe(303)
  hanging.end()
  await eventually('the memory to be free', async () => {
    const { status } = await upload(browser, '/settings/avatar', 5 * megabyte)
    return status === 303 ? true : undefined
  })
  // Memory that was not given back would be used up by now.
  for (let nth = 0; nth < 10; nth += 1)
    expect((await upload(browser, '/settings/avatar', 5 * megabyte)).status).toBe(303)
})

it('security: uploads of signed-out visitors take no memory, even with an invented session', async () => {
  const browser = await web.signedInBrowser()
  const session = browser.cookies.get('butterfly_session') ?? ''
  const madeUp = [
    {},
    { cookie: 'butterfly_session=made-up; butterfly_browser=AAAAAAAAAAAAAAAAAAAAAA' },
    { cookie: `butterfly_session=${session}; butterfly_browser=AAAAAAAAAAAAAAAAAAAAAA` },
  ].map(hangingUploads)
  for (const { start } of madeUp) for (let nth = 0; nth < 25; nth += 1) start()
  for (let nth = 0; nth < 5; nth += 1)
    expect((await upload(browser, '/settings/avatar', 5 * megabyte)).status).toBe(303)
  for (const { end } of madeUp) end()
})

it('happy: a picture has the headers of a file, and no page headers', async () => {
  const answer = await (await web.signedInBrowser()).open('/passport/image/a-picture')
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': '3',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.setCookies).toEqual([])
  expect([...answer.bytes]).toEqual([255, 216, 255])
})
