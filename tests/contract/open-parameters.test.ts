import { describe, expect, it } from 'vitest'
import { openParameters } from '#contract/applications/open-fields'
import { allCalls, type CallName } from '#contract/calls'
import { withoutAliases } from '#contract/terms/aliases'
import { vouchedUrl } from '#contract/terms/vouched-url'

const asked = {
  client_key: 'orchard',
  scope: 'openid email',
  source: 'mail',
  redirect_uri: 'https://orchard.example/back?tenant=7',
  state: 'a b&c=%2F"\\+#',
}

const callOf = (name: CallName) => {
  const row = allCalls.find((each) => each.name === name)
  if (!row) throw new Error(`no call ${name}`)
  return row
}

describe('the parameters of a request of an application', () => {
  it('happy: the parameters stay unchanged, and all but two are optional', () => {
    expect(openParameters.parse(asked)).toEqual(asked)
    const { client_key, redirect_uri } = asked
    expect(openParameters.parse({ client_key, redirect_uri })).toEqual({ client_key, redirect_uri })
  })

  it.each(
    Object.entries({
      client_key: ['', 'a b', 'ключ', 'k'.repeat(65), undefined],
      scope: ['', 'openid "email"', 'открыть', `openid ${'s'.repeat(300)}`],
      source: ['', 'почта', 's'.repeat(65), 'a\nb'],
      state: ['', 'состояние', 's'.repeat(513), 'a\u0000b', 'a\r\nb'],
      redirect_uri: [
        undefined,
        'http://orchard.example/back',
        'javascript:alert(1)',
        'com.example.app:/back',
        'https:orchard.example',
        'https://',
        'https://orchard.example@evil.example/',
        'https://orchard.example/back#part',
        'https://orchard.example/back#',
        'https://orchard.example\\@evil.example/',
        'https://orchard.example/ back',
        'https://orchard.example/\u202eback',
        `https://orchard.example/${'p'.repeat(1024)}`,
      ],
    }),
  )('security: the invalid value %s is refused', (name, values) => {
    for (const value of values) {
      const read = openParameters.safeParse({ ...asked, [name]: value })
      expect([value, read.error?.issues.map(({ path }) => path[0])]).toEqual([value, expect.arrayContaining([name])])
    }
  })

  it.each(['http://localhost:3000/back', 'http://127.0.0.1/back', 'https://[2001:db8::1]/back'])(
    'happy: %s can be an address of an application',
    (redirect_uri) => expect(openParameters.parse({ ...asked, redirect_uri }).redirect_uri).toBe(redirect_uri),
  )
})

describe('calls that name a request by its parameters', () => {
  const names: CallName[] = ['openAuthInfo', 'openSendCode', 'openSmsAuth', 'openAccountAuth', 'openQrGet']

  it.each(names)('happy: the call %s accepts both names of two parameters', (name) => {
    const { aliases } = callOf(name)
    const { client_key: client_id, scope: scopes, ...others } = asked
    expect(withoutAliases(aliases, { client_id, scopes, ...others })).toEqual(asked)
  })

  it('happy: the scopes of an answer are the agreed ones, separate from the requested ones', () => {
    const { aliases, input } = callOf('openWebAuth')
    const answer = withoutAliases(aliases, { ...asked, scopes: 'openid' })
    expect(input.parse(answer)).toMatchObject({ scope: 'openid email', scopes: ['openid'] })
  })
})

it.each([
  'https://provider.example',
  'https://provider.example:8443/authorize?state=a%26b#top',
  'https://xn--fiqs8s.example/',
  'https://203.0.113.7/',
  'https://[2001:db8::1]:8443/x',
  'http://localhost:3000/x',
  'http://127.0.0.1:3000/x',
  'http://[::1]/x',
])('happy: the address %s can be vouched for', (url) =>
  expect(vouchedUrl.safeParse(url)).toEqual({ success: true, data: url }),
)

it.each([
  '',
  '/settings',
  '//provider.example',
  'provider.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'intent://provider.example',
  'http://provider.example/',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'https://user:secret@provider.example/',
  'https://provider.example@evil.example/',
  'https://provider.example;sandbox/',
  'https://provider.example,evil.example/',
  "https://'unsafe-inline'/",
  'https://*/',
  `https://provider.example/${'a'.repeat(4096)}`,
])('security: the address %s cannot be vouched for', (url) => expect(vouchedUrl.safeParse(url).success).toBe(false))
