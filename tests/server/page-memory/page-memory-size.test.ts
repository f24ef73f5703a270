import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { PageMemory } from '#server/page-memory/page-memory'
import { onePageApp } from './one-page-app'

/** An app with one page of 1 MB of random text, which takes about 3 MB of the memory. It notes each rendering. */
const appOfLargePages = () => {
  const rendered: string[] = []
  const app = onePageApp(async (request) => {
    rendered.push(new URL(request.url).search)
    return new Response(randomBytes(512 * 1024).toString('hex'))
  })
  return { app, rendered }
}

it('security: the memory stays limited, and drops the page that was unused for longest', async () => {
  const { app, rendered } = appOfLargePages()
  const memory = new PageMemory({ app, origin: 'http://localhost' })
  const open = (next: string) => memory.recall({ url: `/login?next=${next}`, cookie: '', acceptLanguage: 'en' })
  for (let page = 0; page < 12; page += 1) {
    await open(`/${page}`)
    await open('/0')
  }
  expect(rendered).toHaveLength(12)
  await open('/0')
  await open('/11')
  expect(rendered).toHaveLength(12)
  await open('/1')
  expect(rendered.at(-1)).toBe('?next=/1')
  expect(rendered).toHaveLength(13)
})

it('security: a page that lists the device’s accounts is neither stored in nor served from memory', async () => {
  const { app, rendered } = appOfLargePages()
  const visitors = { ...app.visitors, listsAccounts: (_path: string, cookie: string) => cookie.includes('accounts') }
  const memory = new PageMemory({ app: { ...app, visitors }, origin: 'http://localhost' })
  const open = (cookie: string) => memory.recall({ url: '/login', cookie, acceptLanguage: 'en' })
  expect(await open('')).toBeDefined()
  expect(await open('accounts=x')).toBeUndefined()
  expect(rendered).toHaveLength(1)
})

it('happy: a page with a choice of regions is remembered for each region, and any other page once', async () => {
  const { app } = appOfLargePages()
  const rendered: string[] = []
  const memory = new PageMemory({
    app: {
      ...app,
      handle: async ({ url, headers }) => {
        const { pathname } = new URL(url)
        rendered.push(`${pathname} ${headers.get('accept-language')}`)
        return new Response(pathname === '/login' ? '<p>no region</p>' : '<select id="region" name="region">')
      },
      visitors: { ...app.visitors, regionFor: (header) => (header.endsWith('GB') ? 'GB' : 'CN') },
      rememberedPaths: new Set(['/login', '/login/sms']),
    },
    origin: 'http://localhost',
  })
  const visitors = ['en-GB', 'en', 'fr-GB', 'en-ZZ', 'en-GB']
  for (const url of ['/login', '/login/sms', '/login', '/login/sms'])
    for (const acceptLanguage of visitors) await memory.recall({ url, cookie: '', acceptLanguage })
  expect(rendered).toEqual(['/login en-GB', '/login/sms en-GB', '/login/sms en-CN'])
})
