import { afterEach, expect, it } from 'vitest'
import {
  fetchingRule,
  isPublic,
  pictureFetcher,
  publicLookup,
} from '../../../account-api/channels/third-party/outside-picture'
import { pictureRule } from '../../../account-api/domain/picture/kinds'
import { fakeProvider } from './providers'

const fake = await fakeProvider()
const { patienceMs } = fetchingRule
afterEach(() => {
  fetchingRule.patienceMs = patienceMs
})

/** Of a local deployment: the pictures of this machine may be fetched. */
const fetchHere = pictureFetcher({ isTrusted: (hostname) => hostname === '127.0.0.1' })
const fetchOutside = pictureFetcher({ isTrusted: () => false })

it('happy: a picture comes whole, and the one who has it learns nothing of whom it is for', async () => {
  fake.answers = () => ({ body: 'the picture' })
  expect(Buffer.from((await fetchHere(`${fake.url}/a.png?size=96`)) ?? []).toString()).toBe('the picture')
  const [asked] = fake.requests
  expect(asked?.path).toBe('/a.png')
  const sent = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent']
  expect(Object.keys(asked?.headers ?? {}).sort()).toEqual(sent)
})

it('error: of a picture of 100 MB, 5 MB are read at most', async () => {
  fake.answers = () => 'large picture'
  expect(await fetchHere(`${fake.url}/large`)).toBeUndefined()
  // What lies in the buffers of the connection was sent, too.
  expect(fake.pictureBytes).toBeLessThan(5 * pictureRule.maxBytes)
})

it('error: one that says that it has 100 MB is not read', async () => {
  fake.answers = () => ({ body: 'x', headers: { 'content-length': '100000000' } })
  expect(await fetchHere(`${fake.url}/announced`)).toBeUndefined()
})

it.each(['nothing', 'beginning'] as const)('error: a host that sends %s is given up', async (answer) => {
  fetchingRule.patienceMs = 100
  fake.answers = () => answer
  expect(await fetchHere(`${fake.url}/slow`)).toBeUndefined()
})

it.each([302, 404, 500])(
  'security: an answer with status %i is no picture, and a redirect is not followed',
  async (status) => {
    fake.answers = () => ({ status, body: 'x', headers: { location: '/other' } })
    expect(await fetchHere(`${fake.url}/moved`)).toBeUndefined()
    expect(fake.requests.map(({ path }) => path)).toEqual(['/moved'])
  },
)

it('error: more than a few at once are not fetched', async () => {
  fetchingRule.patienceMs = 300
  fake.answers = () => 'nothing'
  const asked = Array.from({ length: fetchingRule.mostAtOnce + 3 }, () => fetchHere(`${fake.url}/many`))
  await Promise.all(asked)
  expect(fake.requests).toHaveLength(fetchingRule.mostAtOnce)
  fake.answers = () => ({ body: 'x' })
  expect(await fetchHere(`${fake.url}/after`)).toBeDefined()
})

it('security: this machine is not asked for a picture, unless the deployment is local', async () => {
  fake.answers = () => ({ body: 'a secret of this machine' })
  expect(await fetchOutside(`${fake.url}/secret`)).toBeUndefined()
  expect(await fetchHere(fake.url.replace('127.0.0.1', 'localhost'))).toBeUndefined()
  expect(fake.requests).toEqual([])
})

const inside = [
  ...['10.0.0.1', '192.168.1.1', '172.16.0.1', '100.64.0.1', '0.0.0.0', '0x7f000001', '2130706433', 'localhost'],
  ...['[::1]', '[::ffff:10.0.0.1]', '[fd00::1]', '[fe80::1]', '[64:ff9b::a00:1]'],
]

it.each([
  ...inside.map((host) => `https://${host}/a.png`),
  ...['http://example.com/a.png', 'https://example.com:8443/a.png', 'https://user:secret@example.com/a.png'],
  ...['https://169.254.169.254/latest/meta-data', 'ftp://example.com/a.png', 'file:///etc/passwd'],
  ...['data:image/png;base64,AAAA', 'no address'],
])('security: %s is not asked for a picture', async (address) => {
  expect(await fetchOutside(address)).toBeUndefined()
})

it('security: a name that leads to this machine is not connected to', async () => {
  const lookedUp = new Promise((resolve) => publicLookup('localhost', { all: true }, (error) => resolve(error)))
  expect(await lookedUp).toMatchObject({ message: 'localhost is not public' })
})

it('security: an address of the public network is told from the others', () => {
  expect(['8.8.8.8', '2606:4700::1111'].map(isPublic)).toEqual([true, true])
  const others = ['127.0.0.1', '10.1.2.3', '::', '::1', 'fc00::1', '::ffff:192.168.0.1', '2002:a00:1::', 'example.com']
  expect(others.filter(isPublic)).toEqual([])
})
