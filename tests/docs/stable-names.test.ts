import { expect, it } from 'vitest'
import { filesIn, read } from './documents'
import { promise, promised } from './stable-names'

const sources = ['app', 'contract'].flatMap((room) =>
  filesIn(room, /\.tsx?$/).map((file) => ({ file, text: read(file) })),
)

/** The addresses of all pages, as the router reads the folders: a route without a component shows no page. */
const addresses = sources.flatMap(({ file, text }) => {
  const [, folder] = /^app\/routes(.*)\/route\.tsx$/.exec(file) ?? []
  if (folder === undefined || folder === '/$' || !/^export default /m.test(text)) return []
  return folder.replaceAll('/$', '/:') || '/'
})

it('happy: the addresses of pages match the list', () => {
  const listed = [...promised().keys()].filter((address) => address !== 'any form')
  const gone = listed.filter((address) => !addresses.includes(address))
  expect(gone, `${promise} Keep these, or tell integrators and take them out of the list`).toEqual([])
  const missing = addresses.filter((address) => !listed.includes(address))
  expect(missing, `${promise} These are new: put them into it`).toEqual([])
})

it('happy: each name of the list still exists in the sources of pages', () => {
  const words = new Set(sources.flatMap(({ text }) => text.match(/\w+/g) ?? []))
  // Some are made of a beginning, such as `resend_`, and what it is about.
  const stands = (name: string) => words.has(name) || words.has(name.slice(0, name.indexOf('_') + 1))
  const gone = [...promised().values()].flat().filter((name) => !stands(name))
  expect(gone, `${promise} Keep these, or tell integrators and take them out of the list`).toEqual([])
})
