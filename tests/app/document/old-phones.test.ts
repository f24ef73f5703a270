import { expect, it } from 'vitest'
import { openBrowser, withFakeAccountApi } from '#tests/app/browser/browser'
import { leadsToSmall } from '~/document/small.server'
import { loader } from '~/routes/login/route'
import { loader as leave } from '~/routes/passport/wap/leave/route'

withFakeAccountApi()

const nokia = 'Nokia6230i/2.0 (03.80) Profile/MIDP-2.0 Configuration/CLDC-1.1'

/** The page of sign-in, visited by a browser of this name. */
const visited = async (userAgent: string, path = '/login', browser = openBrowser()): Promise<Response | object> => {
  const { headers } = browser.requestFor(path)
  headers.set('user-agent', userAgent)
  const request = new Request(`http://localhost:3299${path}`, { headers })
  return loader({ request, context: {}, params: {} })
}

it.each([
  nokia,
  'SonyEricssonK750i/R1AA Browser/SEMC-Browser/4.2 Profile/MIDP-2.0 Configuration/CLDC-1.1',
  'BlackBerry8100/4.2.0 Profile/MIDP-2.0 Configuration/CLDC-1.1 VendorID/102',
  'MOT-V300/0B.09.19R MIB/2.2 Profile/MIDP-2.0 Configuration/CLDC-1.0 UP.Link/6.2',
])('happy: the sign-in redirects %s to the small page, which continues to the same address', async (userAgent) => {
  const answer = (await visited(userAgent, '/login?next=%2Fsettings%2Fx')) as Response
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/passport/wap/login?next=%2Fsettings%2Fx'])
})

it.each([
  '',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  'Opera/9.80 (J2ME/MIDP; Opera Mini/9.80/37.5; U; en) Presto/2.12.423 Version/12.16',
  'UCWEB/2.0 (MIDP-2.0; U; Adr 4.4.2; en-US) U2/1.0.0 UCBrowser/10.7',
  'Mozilla/5.0 (SymbianOS/9.2; U; Series60/3.1 NokiaE71) Profile/MIDP-2.0 Configuration/CLDC-1.1 AppleWebKit/413',
])('happy: the sign-in does not redirect a browser that can show the full page: %s', async (userAgent) => {
  expect(await visited(userAgent)).not.toMatchObject({ status: 303 })
})

it('happy: an old phone that left the small pages is not redirected there again', async () => {
  const browser = openBrowser()
  browser.keep(await leave({ request: browser.requestFor('/passport/wap/leave'), context: {}, params: {} }))
  expect(await visited(nokia, '/login', browser)).not.toMatchObject({ status: 303 })
})

it('error: no other page redirects, nor does a page that is already small', () => {
  const told = { cookie: '', userAgent: nokia }
  expect(leadsToSmall('/login', told)).toBe(true)
  expect(leadsToSmall('/login/sms', told)).toBe(false)
  expect(leadsToSmall('/login', { ...told, cookie: 'butterfly_small=1' })).toBe(false)
})
