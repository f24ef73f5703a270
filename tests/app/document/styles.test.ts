import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sheetFolder as folder, sheetNamed } from '../../fixtures/style-sheets'

describe('the style sheets', async () => {
  /** Both sheets of a direction. */
  const both = async (ending: string) =>
    (await Promise.all(['butterfly', 'seldom'].map((name) => sheetNamed(name + ending)))).join('\n')
  const [common, mirrored] = await Promise.all([both('.css'), both('-rtl.css')])

  it('happy: browsers that know no logical properties get left and right in both directions', () => {
    for (const sheet of [common, mirrored]) expect(sheet).not.toMatch(/-(inline|block)-(start|end)/)
  })

  it('happy: a line starts at the left, and in the other direction at the right', () => {
    expect(common).toMatch(/\.problem,\s*\.notice\s*\{[^}]*border-left: 4px solid/)
    expect(mirrored).toMatch(/\.problem,\s*\.notice\s*\{[^}]*border-right: 4px solid/)
    expect(common).toMatch(/ul,\s*ol\s*\{\s*padding-left: 1\.5em/)
    expect(mirrored).toMatch(/ul,\s*ol\s*\{\s*padding-right: 1\.5em/)
  })

  it('happy: the common sheet has nothing for the other direction', () => {
    expect(common).not.toMatch(/direction:|rtl/)
    expect(mirrored).toMatch(/pre,[^}]*direction: ltr/)
  })

  it('happy: both have the same rules, in the same order, before those of the direction alone', async () => {
    const selectors = (sheet: string) => [...sheet.matchAll(/([^{}]+)\{/g)].map(([, selector = '']) => selector.trim())
    for (const name of ['butterfly', 'seldom']) {
      const plain = selectors(await sheetNamed(`${name}.css`))
      expect(selectors(await sheetNamed(`${name}-rtl.css`)).slice(0, plain.length), name).toEqual(plain)
    }
  })

  it('happy: no source says left or right for one side alone', () => {
    const sources = readdirSync(folder).filter((name) => name.endsWith('.css') && !name.endsWith('-rtl.css'))
    const oneSided = sources.flatMap((name) => {
      const rules = readFileSync(join(folder, name), 'utf8').match(/\{[^{}]*\}/g) ?? []
      return rules.filter((rule) => /(^|[\s-])left:/m.test(rule) !== /(^|[\s-])right:/m.test(rule))
    })
    expect(oneSided).toEqual([])
  })
})

it('error: a logical property that has no plain one here stops the build', async () => {
  await expect(sheetNamed('other.css', 'p { padding-inline: 1em }')).rejects.toThrow(
    /padding-inline has no plain property/,
  )
})

describe('the plain value of a custom property', () => {
  const values = ':root { --a: #fff }'
  const builtWith = async (css: string) => (await sheetNamed('other.css', `${values} ${css}`)).replace(/\s+/g, ' ')

  it('happy: it stands before the custom property, for browsers that know none', async () => {
    expect(await builtWith('p { color: var(--a); }')).toContain('p { color: #fff; color: var(--a); }')
  })

  it.each([
    '@supports (display: grid) { p { color: var(--a) } }',
    ':focus-visible { color: var(--a) }',
    'p:has(> a) { color: var(--a) }',
    'p { accent-color: var(--a) }',
    'p { background-image: linear-gradient(var(--a), red) }',
  ])('happy: it is left out where only newer browsers look, or where nothing is missed: %s', async (css) => {
    expect(await builtWith(css)).toBe(`${values} ${css}`)
  })
})
