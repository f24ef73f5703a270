import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrast } from '#rules/accent'
import { sheetFolder as folder, sheetNamed } from '#tests/fixtures/style-sheets'

describe('the style sheets', async () => {
  /** Both sheets of a direction. */
  const both = async (ending: string) =>
    (await Promise.all(['butterfly', 'seldom'].map((name) => sheetNamed(name + ending)))).join('\n')
  const [common, mirrored] = await Promise.all([both('.css'), both('-rtl.css')])

  it('happy: both sheets name plain sides, the common one no direction, and no rule an orientation', () => {
    for (const sheet of [common, mirrored]) {
      expect(sheet).not.toMatch(/-(inline|block)-(start|end)/)
      // So axe need not load the sheets.
      expect(sheet).not.toContain('orientation')
    }
    expect(common).not.toMatch(/direction:|rtl/)
    expect(mirrored).toMatch(/pre,[^}]*direction: ltr/)
  })

  it('happy: a line starts at the left, and in the other direction at the right', () => {
    expect(common).toMatch(/\.problem,\s*\.notice\s*\{[^}]*border-left: 4px solid/)
    expect(mirrored).toMatch(/\.problem,\s*\.notice\s*\{[^}]*border-right: 4px solid/)
    expect(common).toMatch(/ul,\s*ol\s*\{\s*padding-left: 1\.5em/)
    expect(mirrored).toMatch(/ul,\s*ol\s*\{\s*padding-right: 1\.5em/)
  })

  it('happy: both sheets have the same rules in the same order, then the rules of their direction', async () => {
    const selectors = (sheet: string) => [...sheet.matchAll(/([^{}]+)\{/g)].map(([, selector = '']) => selector.trim())
    for (const name of ['butterfly', 'seldom']) {
      const plain = selectors(await sheetNamed(`${name}.css`))
      expect(selectors(await sheetNamed(`${name}-rtl.css`)).slice(0, plain.length), name).toEqual(plain)
    }
  })

  it('happy: no source names left or right for one side only', () => {
    const sources = readdirSync(folder).filter((name) => name.endsWith('.css') && !name.endsWith('-rtl.css'))
    const oneSided = sources.flatMap((name) => {
      const rules = readFileSync(join(folder, name), 'utf8').match(/\{[^{}]*\}/g) ?? []
      return rules.filter((rule) => /(^|[\s-])left:/m.test(rule) !== /(^|[\s-])right:/m.test(rule))
    })
    expect(oneSided).toEqual([])
  })
})

describe('the palette', async () => {
  const colours = readFileSync(join(folder, 'colours.css'), 'utf8')
  const texts = ['ink', 'quiet', 'accent', 'danger']
  const grounds = ['paper', 'ground', 'tint', 'alarm']
  const pairs = texts.flatMap((text) => grounds.map((ground) => [text, ground])).concat([['on-accent', 'accent']])

  /** The pairs of a text and its ground below the contrast of WCAG 2.2 (1.4.3), in each scheme of the colours. */
  const faintIn = (css: string): string[] =>
    css.split(':root').flatMap((rule, scheme) => {
      const values = new Map(
        [...rule.matchAll(/--([\w-]+): #([\da-f]+);/g)].map(([, name = '', hex = '']) => [name, hex]),
      )
      const colourOf = (name = '') => `#${(values.get(name) ?? '').replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3')}`
      const isFaint = ([text, ground]: string[]) => !(contrast(colourOf(text), colourOf(ground)) >= 4.5)
      return scheme === 0 ? [] : pairs.filter(isFaint).map(([text, ground]) => `${text} on ${ground}, ${scheme}`)
    })

  it('happy: every text is readable on every background, light and dark', () => {
    expect(colours.split(':root')).toHaveLength(3)
    expect(faintIn(colours)).toEqual([])
  })

  it('error: a text with too little contrast is found in its scheme', () => {
    expect(faintIn(colours.replace('--quiet: #525c70', '--quiet: #8a8a8a'))).toContain('quiet on tint, 1')
    expect(faintIn(colours.replace('--danger: #ffa39b', '--danger: #7a2020'))).toContain('danger on paper, 2')
  })

  it('happy: no rule takes a text or background colour from elsewhere', async () => {
    const named = (names: string[]) => names.map((name) => `var(--${name})`)
    const allowed = {
      color: [...named([...texts, 'on-accent']), 'inherit', '#fff'],
      background: [...named([...grounds, 'accent']), 'none', '#000'],
    }
    const sheets = [await sheetNamed('butterfly.css'), await sheetNamed('seldom.css')].join('\n')
    for (const [rule] of sheets.matchAll(/\{[^{}]*\}/g)) {
      // The plain value before a custom property is the same colour.
      const lastOf = (property: RegExp) => rule.match(property)?.at(-1)?.replace(/^.*: /, '')
      const text = lastOf(/(?<![\w-])color: [^;]+/g)
      const ground = lastOf(/(?<![\w-])background(-color)?: [^;]+/g)
      if (text) expect(allowed.color, rule).toContain(text)
      if (ground) expect(allowed.background, rule).toContain(ground)
      // White is for a QR code on black alone, and the text of a button for its accent.
      expect([text === '#fff', text === 'var(--on-accent)'], rule).toEqual([
        ground === '#000',
        ground === 'var(--accent)',
      ])
    }
  })
})

it('error: a logical property without a plain equivalent here stops the build', async () => {
  await expect(sheetNamed('other.css', 'p { padding-inline: 1em }')).rejects.toThrow(/has no plain property/)
})

describe('the plain value of a custom property', () => {
  const values = ':root { --a: #fff }'
  const builtWith = async (css: string) => (await sheetNamed('other.css', `${values} ${css}`)).replace(/\s+/g, ' ')

  it('happy: a plain value comes before the custom property, for browsers without custom properties', async () => {
    expect(await builtWith('p { color: var(--a); }')).toContain('p { color: #fff; color: var(--a); }')
  })

  it.each([
    '@supports (display: grid) { p { color: var(--a) } }',
    ':focus-visible { color: var(--a) }',
    'p:has(> a) { color: var(--a) }',
    'p { accent-color: var(--a) }',
    'p { background-image: linear-gradient(var(--a), red) }',
  ])('happy: the plain value is left out if only newer browsers need it, or if nothing is missing: %s', async (css) => {
    expect(await builtWith(css)).toBe(`${values} ${css}`)
  })
})
