// Signs one call of the account API, which curl then sends (docs/integrators/api.md):
//
//   curl -sSK <(node examples/signed-calls/sign.mjs POST /passport/web/sms_login mobile=+8613800000000 code=123456)
//
// It writes the request as a configuration of curl. `name=value` is a field, `name:=json` one that is no text, and
// `name:value` a header. The environment says where the account API is (BASE), which application calls it
// (ACCOUNT_API_AID, ACCOUNT_API_KEY), for a person at which address (CLIENT_ADDRESS), and where the cookies of the
// browser are kept (JAR, a folder). Other users of the machine can see the arguments, so use it only to try calls.
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const { BASE, ACCOUNT_API_AID, ACCOUNT_API_KEY, CLIENT_ADDRESS, JAR } = process.env
const [method, path, ...given] = process.argv.slice(2)

const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
if (!BASE || !ACCOUNT_API_AID || !ACCOUNT_API_KEY || !JAR) fail('Set BASE, ACCOUNT_API_AID, ACCOUNT_API_KEY and JAR')
if (!['GET', 'POST'].includes(method) || !path?.startsWith('/')) fail('Usage: sign.mjs GET|POST /path [name=value …]')

/** The cookies of the browser, and the headers of its last answer, which curl writes down. */
const [jarFile, answerFile] = [join(JAR, 'cookies.json'), join(JAR, 'headers')]
mkdirSync(JAR, { recursive: true, mode: 0o700 })
const textOf = (file) => (existsSync(file) ? readFileSync(file, 'latin1') : '')
const cookies = new Map(Object.entries(JSON.parse(textOf(jarFile) || '{}')))
for (const [, name, value, attributes] of textOf(answerFile).matchAll(/^set-cookie: ([^=]+)=([^;\r]*)(.*)$/gim))
  /max-age=0\b/i.test(attributes) ? cookies.delete(name) : cookies.set(name, value)
// A browser without a form token may choose one.
if (!cookies.has('passport_csrf_token')) cookies.set('passport_csrf_token', randomBytes(16).toString('base64url'))
writeFileSync(jarFile, JSON.stringify(Object.fromEntries(cookies)), { mode: 0o600 })

const [fields, headers] = [new Map(), new Map()]
for (const text of given) {
  const [, name, kind, value] = /^([\w-]+)(:=|=|:)(.*)$/s.exec(text) ?? fail(`Neither a field nor a header: ${text}`)
  if (kind === ':') headers.set(name.toLowerCase(), value)
  else fields.set(name, kind === '=' ? value : JSON.parse(value))
}
const body = method === 'POST' ? JSON.stringify(Object.fromEntries(fields)) : ''
const query = method === 'GET' && fields.size > 0 ? `?${new URLSearchParams([...fields])}` : ''
headers.set('x-aid', ACCOUNT_API_AID)
headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
headers.set('accept-language', 'en')
headers.set('user-agent', 'signed-calls')
if (CLIENT_ADDRESS) headers.set('x-client-address', CLIENT_ADDRESS)
if (method === 'POST') {
  headers.set('content-type', 'application/json')
  headers.set('x-csrf-token', cookies.get('passport_csrf_token'))
}

const covered =
  'x-aid content-type cookie accept-language user-agent x-csrf-token x-client-address x-captcha-ticket'.split(' ')
const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(16).toString('base64url')]
const bodyHash = createHash('sha256').update(body).digest('hex')
const values = covered.map((name) => `${name}:${headers.get(name) ?? ''}`)
const key = Buffer.from(hkdfSync('sha256', ACCOUNT_API_KEY, 'butterfly', 'signature v2', 32))
const signature = createHmac('sha256', key)
  .update([method, path + query, timestamp, nonce, bodyHash, ...values].join('\n'), 'latin1')
  .digest('hex')
headers.set('x-timestamp', timestamp)
headers.set('x-nonce', nonce)
headers.set('x-signature', `v2=${signature}`)

const quoted = (text) => `"${text.replace(/[\\"]/g, '\\$&')}"`
const lines = [
  `url = ${quoted(BASE + path + query)}`,
  ...[...headers].map(([name, value]) => `header = ${quoted(`${name}: ${value}`)}`),
  ...(method === 'POST' ? [`data-raw = ${quoted(body)}`] : []),
  `dump-header = ${quoted(answerFile)}`,
  // The prompt of a terminal begins below the answer.
  'write-out = "\\n"',
]
process.stdout.write(`${lines.join('\n')}\n`)
