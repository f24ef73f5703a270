import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltApp, loadBuiltApp } from '../e2e/pages/built-app'
import { namesOnPages } from '../e2e/pages/names-on-pages'
import { promise, promised, rowOf } from './stable-names'

let app: BuiltApp
beforeAll(async () => {
  app = await loadBuiltApp()
  app.fake.start()
})
afterAll(() => app.fake.stop())

it('happy: the names in the forms of every page, in every state, are those of the list', async () => {
  const [before, now] = [promised(), await namesOnPages(app)]
  const gone = [...before].flatMap(([path, names]) =>
    names.filter((name) => now.get(path)?.has(name) !== true).map((name) => `${name} at ${path}`),
  )
  expect(gone, `${promise} Keep these, or tell integrators and take them out of the list`).toEqual([])
  const isNew = ([path, names]: [string, Set<string>]) => [...names].some((name) => !before.get(path)?.includes(name))
  expect([...now].filter(isNew).map(rowOf), `${promise} These rows have new names: put them into it`).toEqual([])
}, 600_000)
