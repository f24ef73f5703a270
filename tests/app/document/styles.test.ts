import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { preprocessCSS, resolveConfig } from 'vite'
import { describe, expect, it } from 'vitest'
import { plainDirections } from '../../../app/document/styles/plain-directions'
import { plainValues } from '../../../app/document/styles/plain-values'

const folder = fileURLToPath(new URL('../../../app/document/styles', import.meta.url))
const config = await resolveConfig(
  { configFile: false, logLevel: 'silent', css: { postcss: { plugins: [plainValues(), plainDirections()] } } },
  'build',
)

/** A sheet as the build makes it, before it is minified. */
const built = async (name: string, text = readFileSync(join(folder, name), 'utf8')): Promise<string> =>
  (await preprocessCSS(text, join(folder, name), config)).code.replace(/\/\*.*?\*\//gs, '')

describe('the style sheets', async () => {
  const [common, mirrored] = await Promise.all([built('butterfly.css'), built('butterfly-rtl.css')])

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

  it('happy: both have the same rules, in the same order, before those of the direction alone', () => {
    const selectors = (sheet: string) => [...sheet.matchAll(/([^{}]+)\{/g)].map(([, selector = '']) => selector.trim())
    expect(selectors(mirrored).slice(0, selectors(common).length)).toEqual(selectors(common))
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
  await expect(built('other.css', 'p { padding-inline: 1em }')).rejects.toThrow(/padding-inline has no plain property/)
})
