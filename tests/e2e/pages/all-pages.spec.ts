import { expect, test } from '@playwright/test'
import { promise, promised, rowOf } from '#tests/docs/stable-names'
import { sheetNamed } from '#tests/fixtures/style-sheets'
import { matchingRules } from './matching-rules'
import { readPages } from './record'

// Judges all pages together, by what the tests of each page have noted.

/** Scripts of ours hide elements, a choice that no form offers is sent by hand, and a `noscript` is for no window here. */
const reachedOtherwise = [
  '[hidden] { display: none; }',
  '.wrong select { border: 2px solid var(--danger); }',
  '.apart { margin-top: 0.75em; }',
  // The records are of English pages, and only a Chinese day needs these.
  '.day { word-break: keep-all; }',
  '(display: grid) | (min-width: 66em) | .data .day { white-space: nowrap; }',
]

test('happy: each rule of the style sheets is used by some page', async ({ page }) => {
  const sheet = (await sheetNamed('butterfly.css')) + (await sheetNamed('seldom.css'))
  const unused = new Set(await page.evaluate(matchingRules, { sheet, all: true }))
  for (const rule of reachedOtherwise) expect(unused.delete(rule)).toBe(true)
  for (const rule of readPages().flatMap(({ rules }) => rules)) unused.delete(rule)
  expect([...unused]).toEqual([])
})

test('happy: the names in the forms of every page, in every state, match the list', () => {
  const [before, now] = [promised(), new Map<string, Set<string>>()]
  for (const [of, name] of readPages().flatMap(({ names }) => names)) now.set(of, (now.get(of) ?? new Set()).add(name))
  const gone = [...before].flatMap(([path, names]) =>
    names.filter((name) => now.get(path)?.has(name) !== true).map((name) => `${name} at ${path}`),
  )
  expect(gone, `${promise} Keep these, or tell integrators and take them out of the list`).toEqual([])
  const isNew = ([path, names]: [string, Set<string>]) => [...names].some((name) => !before.get(path)?.includes(name))
  expect([...now].filter(isNew).map(rowOf), `${promise} These rows have new names: put them into it`).toEqual([])
})
