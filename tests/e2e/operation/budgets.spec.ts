import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from '#tests/e2e/journey'
import { languages } from '#tests/e2e/texts'
import { firstVisit } from '#tests/fixtures/network/wire'
import { root } from '#tests/fixtures/programs/server'

/** The style sheets as they were built. */
const builtSheets = (): string[] => {
  const assets = `${root}build/client/assets`
  return readdirSync(assets)
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(`${assets}/${name}`, 'utf8'))
}

for (const language of languages)
  test(`happy: a first visit of the sign-in page stays in its budget (${language})`, async ({ pair }) => {
    const { bytes, requests, scriptBytes } = await firstVisit(`${pair.url}/login`, { language })
    expect(requests.length).toBeLessThanOrEqual(2)
    expect(scriptBytes).toBe(0)
    expect(bytes).toBeLessThanOrEqual(6144)
    expect(bytes).toBeGreaterThan(1000)
  })

test('happy: the style sheet is under 2.5 kB compressed', () => {
  expect(builtSheets().length).toBeGreaterThan(0)
  for (const sheet of builtSheets()) expect(gzipSync(sheet).length).toBeLessThan(2560)
})

test('happy: a browser without custom properties has a plain value for each', () => {
  // What only newer browsers look at has no plain value (plain-values.ts).
  const newer =
    /@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*\}|[^{}]*:focus-visible[^{}]*\{[^{}]*\}|(accent-color|background-image):[^;}]*/g
  const declarations = builtSheets().join('').replace(newer, '').split(/[{;}]/)
  const uses = declarations.flatMap((declaration, index) => {
    const [, property] = /^([a-z][\w-]*):.*var\(/.exec(declaration) ?? []
    return property === undefined ? [] : [{ declaration, property, before: declarations[index - 1] ?? '' }]
  })
  expect(uses.length).toBeGreaterThan(30)
  const bare = uses.filter(({ property, before }) => !before.startsWith(`${property}:`) || before.includes('var('))
  expect(bare).toEqual([])
})
