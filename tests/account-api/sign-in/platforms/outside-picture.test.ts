import { afterEach, expect, it } from 'vitest'
import { pictureRule } from '#account-api/accounts/pictures/kinds'
import { fetchingRule, pictureFetcher } from '#account-api/addresses/platforms/providers/outside-picture'
import { outsideClient } from '#account-api/kernel/outside/client'
import { fakeProvider } from './providers'

const fake = await fakeProvider()
const { patienceMs } = fetchingRule
afterEach(() => {
  fetchingRule.patienceMs = patienceMs
})

const lookUp = async () => []
/** The settings of a local deployment, which may fetch pictures from this machine. */
const fetchHere = pictureFetcher(outsideClient({ lookUp, isTrusted: (hostname) => hostname === '127.0.0.1' }))
const fetchOutside = pictureFetcher(outsideClient({ lookUp }))

it('happy: a picture is fetched whole, and the request does not reveal its person', async () => {
  fake.answers = () => ({ body: 'the picture' })
  expect(Buffer.from((await fetchHere(`${fake.url}/a.png?size=96`)) ?? []).toString()).toBe('the picture')
  const [asked] = fake.requests
  expect(asked?.path).toBe('/a.png')
  const sent = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent']
  expect(Object.keys(asked?.headers ?? {}).sort()).toEqual(sent)
})

it('error: at most 5 MB of a 100 MB picture are read', async () => {
  fake.answers = () => 'large picture'
  expect(await fetchHere(`${fake.url}/large`)).toBeUndefined()
  // The data in the connection’s buffers was sent, too.
  expect(fake.pictureBytes).toBeLessThan(5 * pictureRule.maxBytes)
})

it.each([302, 404, 500])(
  'security: an answer with status %i is not accepted, and a redirect is not followed',
  async (status) => {
    fake.answers = () => ({ status, body: 'x', headers: { location: '/other' } })
    expect(await fetchHere(`${fake.url}/moved`)).toBeUndefined()
    expect(fake.requests.map(({ path }) => path)).toEqual(['/moved'])
  },
)

it('error: only a few pictures are fetched at the same time', async () => {
  fetchingRule.patienceMs = 1000
  fake.answers = () => 'nothing'
  const asked = Array.from({ length: fetchingRule.mostAtOnce + 3 }, () => fetchHere(`${fake.url}/many`))
  await Promise.all(asked)
  expect(fake.requests).toHaveLength(fetchingRule.mostAtOnce)
  fake.answers = () => ({ body: 'x' })
  expect(await fetchHere(`${fake.url}/after`)).toBeDefined()
})

it('security: a picture on this machine is not requested, unless the deployment is local', async () => {
  fake.answers = () => ({ body: 'a secret of this machine' })
  expect(await fetchOutside(`${fake.url}/secret`)).toBeUndefined()
  expect(await fetchHere(fake.url.replace('127.0.0.1', 'localhost'))).toBeUndefined()
  expect(await fetchOutside('data:image/png;base64,AAAA')).toBeUndefined()
  expect(fake.requests).toEqual([])
})
