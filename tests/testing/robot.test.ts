import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { runningHere } from '#tests/fixtures/hooks'
import { serve } from '#tests/fixtures/programs/loopback'
import { Robot } from '../../testing/robot/robot'

const shop = `<!DOCTYPE html><html><head><title>Shop &amp; more</title></head><body>
<a href="/next?x=1">Go <b>on</b></a>
<form method="get" action="/found"><input name="words"><button>Search</button></form>
<form method="post">
  <input type="hidden" name="form_token" value="a &lt; b">
  <input name="account" value="ann"><textarea name="note">as it was</textarea>
  <select name="region"><option value="CN">China</option><option value="GB" selected>Britain</option></select>
  <input type="checkbox" name="stay" value="1"><input type="checkbox" name="scopes" value="one" checked>
  <input type="checkbox" name="scopes" value="two" checked>
  <button name="act" value="buy">Buy</button><button name="act2" formaction="/other">Rather not</button>
</form>
<form method="post" action="/upload" enctype="multipart/form-data"><input type="file" name="pic"><button>Send</button></form>
</body></html>`

/** What the server was sent, newest last. */
const received: { method: string; url: string; body: string; cookie: string; origin: string }[] = []

const answers: Record<string, (response: ServerResponse) => void> = {
  '/': (response) => response.setHeader('set-cookie', ['a=1; Path=/; HttpOnly', 'b=2; Path=/below']).end(shop),
  '/next': (response) => response.writeHead(303, { location: '/below/page' }).end(),
  '/below/page': (response) => response.setHeader('set-cookie', 'a=; Path=/; Max-Age=0').end('<p role="alert">No.</p>'),
  '/away': (response) => response.writeHead(303, { location: 'http://elsewhere.example/back?code=1' }).end(),
  '/round': (response) => response.writeHead(302, { location: '/round' }).end(),
}

const site = runningHere(() =>
  serve(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = await text(request)
    received.push({ method, url, body, cookie: headers.cookie ?? '', origin: headers.origin ?? '' })
    const answer = answers[url.split('?')[0] ?? '']
    if (answer) answer(response)
    else response.end('<title>There</title>')
  }),
)

const opened = async (options = {}): Promise<Robot> => {
  const robot = new Robot(site.url, options)
  await robot.open('/')
  return robot
}
const last = () => received.at(-1)

it('happy: a robot submits prefilled values, typed values, and the first button', async () => {
  const robot = await opened()
  expect(robot.page.title).toBe('Shop & more')
  await robot.send({ account: 'bo', note: 'a & b' })
  expect(last()).toMatchObject({ method: 'POST', url: '/', origin: site.url })
  expect([...new URLSearchParams(last()?.body)]).toEqual([
    ['form_token', 'a < b'],
    ['scopes', 'one'],
    ['scopes', 'two'],
    ['region', 'GB'],
    ['act', 'buy'],
    ['account', 'bo'],
    ['note', 'a & b'],
  ])
})

it('happy: ticks are set and cleared by value, and a button is pressed by its text', async () => {
  const robot = await opened()
  await robot.send({ stay: '1', scopes: [] }, { button: 'Rather not' })
  const sent = new URLSearchParams(last()?.body)
  expect([last()?.url, sent.get('stay')]).toEqual(['/other', '1'])
  expect([sent.has('scopes'), sent.has('act'), sent.has('act2')]).toEqual([false, false, true])
})

it('happy: a GET form goes into the URL, and a file is sent as multipart', async () => {
  const robot = await opened()
  await robot.send({ words: 'old maps' })
  expect(last()).toMatchObject({ method: 'GET', url: '/found?words=old+maps', body: '' })
  await robot.open('/')
  await robot.send({ pic: new Blob(['bytes of a picture']) })
  expect(last()?.url).toBe('/upload')
  expect(last()?.body).toContain('bytes of a picture')
})

it('happy: a robot follows links and redirects, keeps cookies by path, and reads errors', async () => {
  const robot = await opened()
  const page = await robot.follow('Go on')
  expect([page.path, page.errors]).toEqual(['/below/page', ['No.']])
  expect(received.slice(-2).map(({ url, cookie }) => [url, cookie])).toEqual([
    ['/next?x=1', 'a=1'],
    ['/below/page', 'a=1; b=2'],
  ])
  const cookie = { name: 'b', value: '2', domain: '127.0.0.1', path: '/below', expires: -1 }
  expect(robot.cookies).toEqual([{ ...cookie, httpOnly: false, secure: false, sameSite: 'Lax' }])
})

it('happy: a robot that stays on its site says where a redirect would lead', async () => {
  const robot = await opened({ staysOnSite: true })
  expect((await robot.open('/away')).leadsTo).toBe('http://elsewhere.example/back?code=1')
})

it('error: a missing field, button or link is named, with the existing ones', async () => {
  const robot = await opened()
  await expect(robot.send({ acount: 'ann' })).rejects.toThrow(/no form with acount\. .*\(words\) \(form_token, account/)
  await expect(robot.send({}, { button: 'Sell' })).rejects.toThrow('the button Sell')
  await expect(robot.follow('Back')).rejects.toThrow('Its links are: Go on.')
  expect(() => new Robot(site.url).page).toThrow('has not opened a page yet')
})

it('error: endless redirects are aborted', async () => {
  await expect((await opened()).open('/round')).rejects.toThrow('redirects without end')
})
