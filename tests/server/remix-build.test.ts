import { expect, it } from 'vitest'
import { loadApp } from '#server/remix-build'

/** A built app with pages that answer their ids, and a count of how often routes were compared with a path. */
const builtApp = `
const route = (id, path) => ({ id, parentId: undefined, path, module: { loader: () => new Response(id) } })
const paths = {
  login: 'login',
  created: 'organisations/new',
  organisation: 'organisations/:subject',
  member: 'organisations/:subject/members/:identity',
  selected: 'organisations/:subject/members/selected',
  anything: '*',
}
const routes = Object.fromEntries(Object.entries(paths).map(([id, path]) => [id, route(id, path)]))
export { routes }
export const entry = { module: { default: () => new Response('document'), forServer: { bodyMaxBytes: () => 0 } } }
export const assets = { routes: Object.fromEntries(Object.keys(paths).map((id) => [id, { id }])), url: '', entry: { module: '', imports: [] } }
export const publicPath = '/'
export const assetsBuildDirectory = ''
export const future = {}
export const isSpaMode = false
`

const app = loadApp(new URL(`data:text/javascript,${encodeURIComponent(builtApp)}`))

const pageAt = async (path: string): Promise<string> => {
  const { handle } = await app
  return (await handle(new Request(`http://localhost${path}`), {})).text()
}

it.each([
  ['/login', 'login'],
  ['/LOGIN', 'login'],
  ['/login/', 'login'],
  ['/organisations/new', 'created'],
  ['/organisations/ldswF_IDzJ5mQ3V7eQ8hLQ', 'organisation'],
  ['/Organisations/ldswF_IDzJ5mQ3V7eQ8hLQ', 'organisation'],
  ['/organisations/a/members/b', 'member'],
  ['/organisations/a/members/selected', 'selected'],
  ['/organisations/a%20b/', 'organisation'],
  ['/%6Cogin', 'login'],
  ['/elsewhere', 'anything'],
  ['/organisations', 'anything'],
  ['/organisations%2Fnew', 'anything'],
  ['/%ff', 'anything'],
])('happy: the path %s is the page %s', async (path, page) => {
  expect(await pageAt(path)).toBe(page)
  expect((await app).hasPage(path)).toBe(page !== 'anything')
})

it.each([
  ['/organisations/NEW', 'created'],
  ['/organisations/n%65w', 'created'],
  ['/organisations/a/members/Selected', 'selected'],
  ['/organisations/a/MEMBERS/b', 'member'],
])('security: the path %s is another spelling of the page %s, and no value of a parameter', async (path, page) => {
  expect(await pageAt(path)).toBe(page)
})
