import { expect, it } from 'vitest'
import { signedIn } from '#tests/app/browser/answers'
import { openBrowser, withFakeAccountApi, withoutVisit } from '#tests/app/browser/browser'
import { action } from '~/routes/login/route'

const fake = withFakeAccountApi()

/** Where a browser of this name is led to after a sign-in that was asked for at a URL. */
const ledTo = async (userAgent: string, url: string): Promise<string> => {
  fake.answer('accountLoginV2', signedIn())
  const browser = openBrowser()
  const form = browser.formWith({ account: 'ann', password: 'x' }, browser.formToken())
  const request = browser.requestFor(url, form)
  request.headers.set('user-agent', userAgent)
  const answer = await action({ request, context: {}, params: {} })
  return answer.headers.get('location') ?? ''
}

const links = 'Links (2.28; Linux 6.1.0 x86_64; GNU C 12.2; text)'

it.each([
  [links, '/login?next=%2Fsettings%2Fprofile', '/settings/profile'],
  [links, '/login', '/settings'],
  ['ELinks/0.16.1.1 (textmode; Linux; 80x24-2)', '/login?next=%2Fsettings%3Fa%3D1', '/settings?a=1'],
  ['Dillo/3.0.5', '/login', '/settings'],
])('happy: %s is redirected from %s to a URL that it has not cached', async (userAgent, url, page) => {
  const location = await ledTo(userAgent, url)
  expect([withoutVisit(location), location === page]).toEqual([page, false])
})

it.each(['', 'w3m/0.5.3', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0 Links'])(
  'happy: the browser %j is redirected to the page itself',
  async (userAgent) => expect(await ledTo(userAgent, '/login?next=%2Fsettings%2Fprofile')).toBe('/settings/profile'),
)
