import { describe, expect, it } from 'vitest'
import { clientName } from '#account-api/accounts/activity/client-name'

describe('the name of a browser', () => {
  it.each([
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome',
      'Android',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari',
      'iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 13; V2227A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/WIFI',
      'WeChat',
      'Android',
    ],
    ['w3m/0.5.3+git20230121', 'w3m', ''],
    ['Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.7.8', 'Lynx', ''],
    ['Links (2.28; Linux 6.1.0 x86_64; GNU C 12; text)', 'Links', 'Linux'],
    ['NetSurf/3.10 (Linux)', 'NetSurf', 'Linux'],
  ])('happy: the browser %s is recognised', (client, browser, system) =>
    expect(clientName(client)).toEqual({ browser, system }),
  )

  it.each(['', 'test', 'Mozilla/5.0', 'node'])('error: the browser %j is reported as unknown', (client) => {
    expect(clientName(client)).toEqual({ browser: '', system: '' })
  })

  it.each([
    '<script>alert(1)</script>/1',
    'Your bank, call 555 0100/1.0',
    'https://example.com/ (Windows)',
    '\u0000\u001b[2J\u202eexe.fdp/1',
    'constructor/1 (__proto__)',
    `${'('.repeat(255)})`,
    'a/'.repeat(128),
  ])('security: a client name from %j contains known names only', (client) => {
    const { browser, system } = clientName(client)
    expect(browser).toBe('')
    expect(['', 'Windows']).toContain(system)
  })
})
