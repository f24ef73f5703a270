import { describe, expect, it } from 'vitest'
import { clientName } from '#account-api/accounts/activity/client-name'

describe('the name of a browser', () => {
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  const onWeChat = 'Mobile Safari/537.36 MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/WIFI'
  const onIos = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

  it.each([
    ['Chrome', 'Android', `Mozilla/5.0 (Linux; Android 10; K) ${webKit} Chrome/140.0.0.0 Mobile Safari/537.36`],
    ['Firefox', 'Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'],
    ['Safari', 'iOS', `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${onIos}`],
    ['WeChat', 'Android', `Mozilla/5.0 (Linux; Android 13; V2227A) ${webKit} Version/4.0 Chrome/116.0.0.0 ${onWeChat}`],
    ['w3m', '', 'w3m/0.5.3+git20230121'],
    ['Lynx', '', 'Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.7.8'],
    ['Links', 'Linux', 'Links (2.28; Linux 6.1.0 x86_64; GNU C 12; text)'],
    ['NetSurf', 'Linux', 'NetSurf/3.10 (Linux)'],
  ])('happy: the browser %s on “%s” is recognised', (browser, system, client) =>
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
