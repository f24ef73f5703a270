import { afterAll, expect, it } from 'vitest'
import { type Answer, formTokenIn, type Sent, send, sheetIn } from '#tests/server/browser'
import { startWebApp } from '#tests/server/web-app'

// Single requests that are made to take long, each at its largest.
const web = await startWebApp()
const browserId = 'butterfly_browser=AAAAAAAAAAAAAAAAAAAAAA'
const { text } = await send(web.origin, '/login', { headers: { cookie: browserId } })
const token = formTokenIn(text)
const person = await web.signedInBrowser()
const signedIn = person.cookieHeader
const signedInToken = formTokenIn((await person.open('/settings/avatar')).text)
afterAll(() => web.stop())

/** As many repetitions as fit into so many bytes. */
const fill = (part: string, bytes: number): string => part.repeat(Math.floor(bytes / Buffer.byteLength(part)))
/** A body may have 64 kB, and a request line with its headers 16 kB. */
const [bodyBytes, headBytes] = [64_000, 15_000]

const form = { 'content-type': 'application/x-www-form-urlencoded', cookie: browserId }
const multipart = (boundary = 'x') => ({
  'content-type': `multipart/form-data; boundary=${boundary}`,
  cookie: browserId,
})
const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
const manyParts = () => `${fill(part, 5_200_000)}--x--\r\n`
const sealed = (filling: string) =>
  `eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.${filling}.AAAAAAAAAAAAAAAAAAAAAA`
/** Fields or cookies of different names, as many as fit. */
const numbered = (count: number, by: '&' | ';', of: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => of(nth))
    .join(by)
    .slice(0, by === '&' ? bodyBytes - 100 : headBytes)

type Attack = [path: string, sent?: Sent]

const post = (path: string, body: string | Buffer, headers: Record<string, string> = form): Attack => [
  path,
  { method: 'POST', headers, body },
]
/** A form with a valid token. */
const typed = (path: string, fields: string): Attack => post(path, `form_token=${token}&${fields}`)
const withHeader = (name: string, value: string, path = '/settings'): Attack => [path, { headers: { [name]: value } }]

const attacks: Record<string, () => Attack> = {
  '32,000 fields, without a form token': () => post('/login', fill('a&', bodyBytes)),
  '32,000 fields, with one': () => typed('/login', fill('a&', bodyBytes - 100)),
  '9,000 names': () =>
    typed(
      '/login',
      numbered(9000, '&', (nth) => `a${nth.toString(36)}=`),
    ),
  'names as deep as they can be': () => typed('/login', `a${fill('[b]', bodyBytes - 100)}=1`),
  'as many fields as a form may have': () =>
    typed(
      '/login',
      numbered(1180, '&', (nth) => `f${nth % 99}=${nth}`),
    ),
  'a text of escapes': () => typed('/login', `password=x&account=${fill('%0A', bodyBytes - 100)}`),
  'an account of accents': () => typed('/login', `password=x&account=a${fill('\u0300\u0316\u0315', bodyBytes - 100)}`),
  'accents in falling order': () =>
    typed('/login/sms', `region=CN&mobile=a${fill('\u0345', 30_000)}${fill('\u0316', 30_000)}`),
  'a new password of accents': () =>
    post('/settings/password/set', `form_token=${signedInToken}&password=a${fill('\u0300\u0316', 40_000)}`, {
      ...form,
      cookie: signedIn,
    }),
  'an account of ligatures': () => typed('/login', `password=x&account=${fill('\ufdfa', bodyBytes - 100)}`),
  'an account of spaces': () => typed('/login', `password=x&account=${fill('+', bodyBytes - 100)}x`),
  'an email of dots': () => typed('/login/email', `email=${fill('a.', bodyBytes - 100)}@a`),
  'the longest email': () => typed('/login/email', `email=a@${fill('a.', 250)}`),
  'an email at a domain of other letters': () => typed('/login/email', `email=a@${fill('\u4e2d.', 900)}`),
  'a mobile of digits': () => typed('/login/sms', `region=CN&mobile=${fill('1', bodyBytes - 100)}`),
  'a mobile of spaces': () => typed('/login/sms', `region=CN&mobile=${fill('+', bodyBytes - 100)}1x`),
  'a code of dashes': () => typed('/login/sms/code', `code=${fill('1-', bodyBytes - 100)}`),
  'a parked form of dots': () => typed('/login', `parked=${fill('.', 48_000)}`),
  'a parked form that somebody made up': () => typed('/login', `parked=${sealed(fill('A', 48_000))}`),
  'a form of a thousand parts': () => post('/login', `${fill(part, bodyBytes - 10)}--x--\r\n`, multipart()),
  'an upload of 100,000 parts, signed out': () => post('/settings/avatar', manyParts(), multipart()),
  'an upload of 100,000 parts, signed in': () =>
    post('/settings/avatar', manyParts(), { ...multipart(), cookie: signedIn }),
  'a part of 16,000 headers': () =>
    post(
      '/login',
      `--x\r\nContent-Disposition: form-data; name="a"\r\n${fill('a:b\r\n', bodyBytes - 200)}\r\nx\r\n--x--\r\n`,
      multipart(),
    ),
  'a long file name': () =>
    post('/login', part.replace('"a"', `"a"; filename="${fill('%0A%22', bodyBytes - 200)}"`), multipart()),
  'nearly the boundary, again and again': () => {
    const boundary = 'a'.repeat(70)
    const body = fill(`${'a'.repeat(69)}b`, bodyBytes - 500)
    return post(
      '/login',
      part.replace('--x', `--${boundary}`).replace(/\r\n$/, `${body}\r\n--${boundary}--\r\n`),
      multipart(boundary),
    )
  },
  'a Content-Type of parameters': () => post('/login', 'a', multipart(`x${fill(';a="b"', headBytes)}`)),
  'a Content-Type of spaces': () =>
    post('/login', 'a', { ...form, 'content-type': `application/x-www-form-urlencoded${fill(' ', headBytes)}x` }),
  '5,000 cookies': () => withHeader('cookie', fill('a=b;', headBytes)),
  '2,000 cookies of different names': () =>
    withHeader(
      'cookie',
      numbered(2000, ';', (nth) => `c${nth.toString(36)}=`),
    ),
  'a long session cookie': () => withHeader('cookie', `${browserId}; butterfly_session=${fill('a', headBytes)}`),
  'a session that somebody made up': () =>
    withHeader('cookie', `${browserId}; butterfly_session=${sealed(fill('A', 3900))}`),
  'a session of dots': () => withHeader('cookie', `butterfly_session=${fill('.', 4000)}`),
  '400 flows': () => {
    const flows = numbered(400, ';', (nth) => ` butterfly_flow_a${nth}=${'a.'.repeat(4)}`)
    return withHeader('cookie', flows, '/login/sms/code')
  },
  'a long language cookie': () => withHeader('cookie', `i18next=${fill('-', headBytes)}`, '/login'),
  '7,000 languages': () => withHeader('accept-language', fill('a,', headBytes), '/account-help'),
  '7,000 encodings': () => withHeader('accept-encoding', fill('a,', headBytes), '/login'),
  'encodings of spaces': () => withHeader('accept-encoding', `a${fill(' ', headBytes)}b`, '/login'),
  'a long User-Agent': () => withHeader('user-agent', fill('Mozilla/5.0 (', headBytes)),
  'a Referer of dots': () => withHeader('referer', `http://${fill('a.', headBytes)}`, '/passport/web/logout'),
  'an Origin of dots': () => post('/login', 'a', { ...form, origin: `http://${fill('1.', headBytes)}` }),
  'many ranges': () => withHeader('range', `bytes=${fill('0-0,', headBytes)}`, sheetIn(text)),
  'many entity tags': () => withHeader('if-none-match', fill('"a",', headBytes), sheetIn(text)),
  '7,000 parameters': () => [`/login?${fill('a&', headBytes)}`],
  '2,000 languages in the query': () => [`/login?${fill('lng=a&', headBytes)}`],
  '2,000 return addresses': () => [`/login?${fill('next=a&', headBytes)}`],
  '1,800 parameters that the framework reads': () => [`/account-help?${fill('_data=x&', headBytes)}`],
  'a query of escapes': () => [`/account-help?${fill('%5f', headBytes)}`],
  'a return address of slashes': () => [`/login?next=${fill('/', 8000)}`],
  'a return address of dots': () => [`/login?next=/${fill('a/../', 8000)}`],
  'a return address of escapes': () => [`/login?next=/${fill('%25', headBytes)}`],
  'a path of slashes': () => [`/a${fill('/', headBytes)}x`],
  'a path of slashes below a page': () => [`/settings${fill('/', headBytes)}profile`],
  'a path of slashes below the files': () => [`/assets${fill('/', headBytes)}x`],
  'a path of slashes, posted': () => post(`/a${fill('/', headBytes)}x`, 'a'),
  'a path of escaped slashes': () => [`/settings${fill('%2f', headBytes)}x`],
  'a path of segments': () => [`/settings/${fill('a/', headBytes)}`],
  'a path of dots': () => [`/${fill('a/../', headBytes)}`],
  'a path of escapes': () => [`/${fill('%61', headBytes)}`],
  'a long name of a picture': () => [`/passport/image/${fill('a', headBytes)}`],
  'a long id of a captcha': () => [`/login/verify/picture?id=${fill('a', headBytes)}`],
}

/** The CPU time of this process so far, in ms. Other programs on the machine do not make it longer. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

it.each(Object.keys(attacks))(
  'security: a request with %s does not delay another page by more than a second',
  async (name) => {
    const [path, sent] = attacks[name]?.() ?? ['/']
    const began = cpuMs()
    const attacking: Promise<Answer>[] = Array.from({ length: 4 }, () => send(web.origin, path, sent))
    // The requests of the attacker are on their way.
    await new Promise((resolve) => setImmediate(resolve))
    expect((await send(web.origin, '/login')).status).toBe(200)
    expect(cpuMs() - began).toBeLessThan(1000)
    for (const { status } of await Promise.all(attacking)) expect(status).not.toBe(500)
  },
)
