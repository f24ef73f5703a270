import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { PageMemory } from '../../server/page-memory/page-memory'
import type { App } from '../../server/remix-build'

/** An app with one page of 1 MB of random text, which takes about 3 MB of the memory. It notes each rendering. */
const appOfLargePages = () => {
  const rendered: string[] = []
  const app: App = {
    handle: async (request) => {
      rendered.push(new URL(request.url).search)
      return new Response(randomBytes(512 * 1024).toString('hex'))
    },
    visitors: {
      detectLanguage: async () => 'en',
      carriesSession: () => false,
      isSignedIn: async () => false,
      readBrowserId: () => undefined,
      newBrowserId: () => 'browser',
      setBrowserId: (id) => `browser=${id}`,
      formTokenOf: () => 'token',
      rememberedAs: (url) => url,
      tryAccountApi: async () => undefined,
      bodyMaxBytes: () => 0,
      refilledForm: () => undefined,
    },
    rememberedPaths: new Set(['/login']),
    largeBodyMaxBytes: () => undefined,
  }
  return { app, rendered }
}

it('security: the memory stays bounded, and drops the page that was unused for longest', async () => {
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
