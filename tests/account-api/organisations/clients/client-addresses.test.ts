import { describe, expect, it } from 'vitest'
import { isNativeClient, urlFaults } from '#account-api/applications/clients/client-addresses'

describe('the addresses of an application without a secret', () => {
  const faultsOf = (url: string) => urlFaults([url], { mayBeNative: true })

  it.each([
    'com.example.app:/back',
    'com.example.app://back',
    'com.example.app:/',
    'com.example.my-app2:/back/here?page=1&x=%20~',
    'http://127.0.0.1/back',
    'http://[::1]/back',
    'http://localhost:3000/back',
    'https://app.example/back',
    // Some clients send the origin of their page alone.
    'https://app.example:8006',
    'http://localhost:8000',
  ])('happy: the address %s is accepted', (url) => expect(faultsOf(url)).toEqual([]))

  it.each([
    ['a name without a domain', ['myapp:/back', 'com..app:/back']],
    ['a script or data', ['javascript:alert(1)', 'data:text/html,x', 'about:blank']],
    ['no path', ['com.example.app:back', 'com.example.app:']],
    ['what the device opens itself', ['intent://scan', 'file:///etc/passwd']],
  ])('security: the address %s is not accepted as an app address', (_what, urls) => {
    for (const url of urls) expect(faultsOf(url), url).toEqual([{ line: 1, reason: 'scheme' }])
  })

  it.each([
    ['com.example.app:/a/../back', 'com.example.app:/back'],
    ['COM.example.app:/back', 'com.example.app:/back'],
    ['com.example.app:/<b>"', 'com.example.app:/%3Cb%3E%22'],
    ['https://localhost:3000/back', 'http://localhost:3000/back'],
    ['https://127.0.0.1/back', 'http://127.0.0.1/back'],
    ['https://[::1]:8443/back', 'http://[::1]:8443/back'],
    ['http://127.0.0.2:8080/back', 'http://127.0.0.1:8080/back'],
    ['http://127.0.0.1', 'http://127.0.0.1/'],
    ['HTTPS://app.example', 'https://app.example/'],
  ])('error: the address %s is stored as %s', (url, instead) => {
    expect(faultsOf(url)).toEqual([{ line: 1, reason: 'spelling', instead }])
  })

  it('error: an address that is too long or has a fragment is refused, for apps too', () => {
    expect(faultsOf(`com.example.app:/${'x'.repeat(500)}`)).toEqual([{ line: 1, reason: 'too_long' }])
    expect(faultsOf('com.example.app:/back#part')).toEqual([{ line: 1, reason: 'fragment' }])
  })

  it('happy: a scheme that the operator has allowed needs no dot, even for a client with a secret', () => {
    const urls = ['audiobookshelf://oauth', 'app.immich:///oauth-callback', 'myapp:/back']
    const appSchemes = ['audiobookshelf', 'app.immich', 'myapp']
    for (const mayBeNative of [true, false]) expect(urlFaults(urls, { mayBeNative, appSchemes })).toEqual([])
  })

  it('security: an allowed scheme allows no other scheme, and none that browsers act on', () => {
    const appSchemes = ['myapp', 'javascript', 'data']
    for (const url of ['yourapp:/back', 'myapp2:/back', 'my.myapp.app:back', 'javascript:/back', 'data:/text/html,x'])
      expect(urlFaults([url], { mayBeNative: true, appSchemes }), url).toEqual([{ line: 1, reason: 'scheme' }])
  })

  it('security: a client with a secret may not use an app address, and other addresses are unchanged', () => {
    const reasons = ['com.example.app:/back', 'myapp:/back', 'javascript:alert(1)', 'https://localhost/back']
    expect(urlFaults(reasons)).toEqual([
      { line: 1, reason: 'scheme' },
      { line: 2, reason: 'scheme' },
      { line: 3, reason: 'not_https' },
    ])
  })
})

describe('an application on people’s devices', () => {
  const client = { secretHash: null, redirectUris: ['https://app.example/'], postLogoutUris: [] as string[] }

  it.each([
    [{}, false],
    [{ redirectUris: ['http://localhost/back', 'http://127.0.0.1:3000/back'] }, false],
    [{ redirectUris: ['https://app.example/', 'com.example.app:/back'] }, true],
    [{ postLogoutUris: ['com.example.app:/bye'] }, true],
    [{ redirectUris: ['http://[::1]/back'] }, true],
    [{ redirectUris: ['http://127.0.0.1/back'] }, true],
    [{ redirectUris: ['http://127.0.0.1/back'], secretHash: 'hash' }, false],
    [{ redirectUris: ['myapp:/back'], secretHash: 'hash' }, true],
  ])('happy: an app on people’s devices is recognised by its addresses %j', (more, isNative) => {
    expect(isNativeClient({ ...client, ...more })).toBe(isNative)
  })
})
