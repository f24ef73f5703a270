import { describe, expect, it } from 'vitest'
import { anyLayers, slidePuzzle } from '#account-api/verification/captchas/pictures/slide-puzzle'
import { solidsPuzzle } from '#account-api/verification/captchas/pictures/solids-puzzle'
import { mixture } from '#account-api/verification/captchas/pictures/speech'
import { textPuzzle } from '#account-api/verification/captchas/pictures/text-puzzle'
import { loudness } from '#account-api/verification/captchas/pictures/voice'
import { tileSize, whirlPuzzle } from '#account-api/verification/captchas/pictures/whirl-puzzle'
import { pixelsOf } from '#bench/solvers/raster'
import { chanceNamed, drawn, known, rates } from '#bench/solvers/rates'

// The thief has the product, so its recordings, letters and things too, and writes a simple solver. All puzzles follow
// from fixed keys, so each count is exact.
describe('a thief with a simple solver', () => {
  it.each(Object.keys(known) as (keyof typeof known)[])(
    'security: a simple solver opens at most the known number of 30 captchas of %s',
    async (name) => {
      const rate = await rates[name]()
      expect(rate.of).toBe(30)
      expect(rate.first).toBeLessThanOrEqual(known[name].first)
      expect(rate.within).toBeLessThanOrEqual(known[name].within)
    },
  )
})

/** How far apart two colours are in brightness, from 1 to 21 (WCAG 2.2, contrast ratio). */
const contrast = (one: number[], other: number[]): number => {
  const light = (colour: number[]) => {
    const [red = 0, green = 0, blue = 0] = colour.map((part) => {
      const value = part / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [darker = 0, lighter = 0] = [light(one), light(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

type Pixels = Awaited<ReturnType<typeof pixelsOf>>

/** The two colours that most pixels of a part of a picture have. */
const commonest = ({ width, data }: Pixels, box: { left: number; top: number; width: number; height: number }) => {
  const counts = new Map<string, number>()
  for (let y = Math.ceil(box.top); y < box.top + box.height; y++)
    for (let x = Math.ceil(box.left); x < box.left + box.width; x++) {
      const colour = data.subarray(4 * (y * width + x), 4 * (y * width + x) + 3).join()
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
  const [one = '', other = ''] = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour)
  return [one.split(',').map(Number), other.split(',').map(Number)] as const
}

describe('a person', () => {
  it('happy: a person can distinguish the layers of a slide by pattern and brightness, without colours', () => {
    for (let index = 0; index < 50; index++) {
      const layers = anyLayers(chanceNamed(`layers ${index}`))
      expect(new Set(layers.map(({ pattern }) => pattern)).size).toBe(4)
      const grounds = layers.map(({ lightness: [ground] }) => ground).sort((one, other) => one - other)
      for (const [place, ground] of grounds.slice(1).entries())
        expect(ground - (grounds[place] ?? 0)).toBeGreaterThan(12)
    }
  })

  it('happy: a person is asked to find a solid by its size and shape', async () => {
    for (const { solution } of await drawn(solidsPuzzle, 'to name', 20))
      expect(Object.keys(solution.wanted).sort()).toEqual(['shape', 'size'])
  })

  it('happy: a person can read the text, because its ink has the contrast required for text', async () => {
    for (const { scene } of await drawn(textPuzzle, 'to read', 20)) {
      const [ink, paper] = commonest(await pixelsOf(scene), { left: 0, top: 0, ...scene })
      expect(contrast(ink, paper)).toBeGreaterThan(4.5)
    }
  })

  it('happy: a person can see the object in each tile of a whirl, which has the contrast required for graphics', async () => {
    for (const { scene } of await drawn(whirlPuzzle, 'to tell', 20)) {
      const pixels = await pixelsOf(scene)
      for (let tile = 0; tile < 12; tile++) {
        const [left, top] = [(tile % 4) * tileSize.width + 3, Math.floor(tile / 4) * tileSize.height + 3]
        const box = { left, top, width: tileSize.width - 6, height: tileSize.height - 6 }
        expect(contrast(...commonest(pixels, box))).toBeGreaterThan(3)
      }
    }
  })

  it('happy: a person can see the gap of a slide, and the piece shows what is missing there', async () => {
    for (const { scene, piece, solution } of await drawn(slidePuzzle, 'to fit', 20)) {
      const [shown, missing] = [await pixelsOf(scene), await pixelsOf(piece)]
      const at = ({ width, data }: Pixels, x: number, y: number) => [
        ...data.subarray(4 * (y * width + x)).subarray(0, 4),
      ]
      expect(at(missing, piece.width / 2, piece.height / 2)[3]).toBe(255)
      expect(at(shown, solution.x, solution.y).slice(0, 3)).not.toEqual(
        at(missing, piece.width / 2, piece.height / 2).slice(0, 3),
      )
    }
  })

  it.each(['en', 'zh-Hans'])(
    'happy: a person can hear every word in %s over the noise, without overlaps',
    (language) => {
      for (let index = 0; index < 20; index++) {
        const { words, background } = mixture('049173', language, chanceNamed(`to hear ${index}`))
        for (const [place, { from, sound, wanted }] of words.entries()) {
          const seconds = sound.length / 8000
          expect(seconds).toBeGreaterThan(0.2)
          expect(seconds).toBeLessThan(1.1)
          // In decibels, over the whole word.
          expect(20 * Math.log10(wanted / loudness(background))).toBeGreaterThan(1)
          const next = words[place + 1]?.from ?? background.length
          expect(next - (from + sound.length)).toBeGreaterThanOrEqual(0.15 * 8000 - 1)
        }
      }
    },
  )
})
