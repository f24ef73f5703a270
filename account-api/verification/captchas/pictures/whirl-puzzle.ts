import type { PuzzleOf } from '#account-api/verification/captchas/puzzle'
import { type Chance, freshChance } from './chance'
import { paint, sceneSize } from './picture'
import { things } from './whirl-things'

const columns = 4
const rows = 3
const numbers = Array.from({ length: columns * rows }, (_, index) => index + 1)
const uprights = 2

/** Quarter turns: edges stay horizontal and vertical, so only the thing itself shows what is upright. */
const turns = [90, 180, 180, 270]

/** The size of a tile, in pixels. */
export const tileSize = { width: sceneSize.width / columns, height: sceneSize.height / rows }

/** Twelve numbered pictures, two of which are upright. The answer is the numbers of those two, from 1, ascending. */
export const whirlPuzzle = async (chance: Chance = freshChance()): Promise<PuzzleOf<'whirl'>> => {
  const solution = anyUprights(chance)
  const lights = [anyLight(false, chance), anyLight(false, chance), anyLight(true, chance)]
  const tiles = numbers.map((count) => tile(count, solution.includes(count), lights, chance))
  const scene = await paint(`<rect width="100%" height="100%" fill="#fff"/>${tiles.join('')}`)
  return { subtype: 'whirl', scene, solution }
}

export const anyUprights = (chance: Chance): number[] =>
  chance
    .shuffled(numbers)
    .slice(0, uprights)
    .sort((a, b) => a - b)

interface Light {
  isDark: boolean
  ink: string
  paper: string
}

/** The colours of a tile. Few in a picture, which keeps it small. */
const anyLight = (isDark: boolean, chance: Chance): Light => ({
  isDark,
  ink: isDark ? chance.hue(45, 86) : chance.hue(55, 32),
  paper: isDark ? chance.hue(40, 32) : chance.hue(45, 87),
})

/** Every tile has its own thing, light, tilt and proportions, and two scratches. */
const tile = (count: number, stands: boolean, lights: readonly Light[], chance: Chance): string => {
  const index = count - 1
  const { width, height } = tileSize
  const [left, top] = [(index % columns) * width, Math.floor(index / columns) * height]
  const angle = (stands ? 0 : chance.one(turns)) + chance.between(-14, 14)
  const { isDark, ink, paper } = chance.one(lights)
  const isOutlined = chance.one([true, false, false])
  const look = isOutlined
    ? `shape-rendering="crispEdges" fill="${paper}" stroke="${ink}" stroke-width="1.8" stroke-linejoin="round"`
    : `fill="${ink}" stroke="${ink}" stroke-width="0"`
  const middle = `translate(${left + width / 2 + chance.between(-2, 8)} ${top + height / 2 + chance.between(-3, 5)})`
  const bent = `rotate(${angle}) skewX(${chance.between(-12, 12)}) scale(${(chance.one([-1, 1]) * chance.within(0.8, 1.12)).toFixed(2)} ${chance.within(0.8, 1.12).toFixed(2)})`
  return [
    `<svg x="${left + 1}" y="${top + 1}" width="${width - 2}" height="${height - 2}" viewBox="${left + 1} ${top + 1} ${width - 2} ${height - 2}">`,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${paper}"/>`,
    `<g transform="${middle} ${bent}" ${look}>${chance.one(things)(chance, paper)}</g>`,
    scratch(chance, left, top, ink),
    scratch(chance, left, top, ink),
    '</svg>',
    number(count, left + 4, top + 4, isDark ? '#fff' : '#222'),
  ].join('')
}

const scratch = (chance: Chance, left: number, top: number, colour: string): string => {
  const { width, height } = tileSize
  const point = () => `${left + chance.between(-5, width + 5)} ${top + chance.between(-5, height + 5)}`
  return `<path d="M${point()}Q${point()} ${point()}" fill="none" stroke="${colour}" stroke-width="1.8" shape-rendering="crispEdges"/>`
}

/** The digits of a tile's number as strokes, so no font has to be installed. */
const digits: Record<string, string> = {
  0: 'M0 0h4v7h-4z',
  1: 'M1 1l2-1v7',
  2: 'M0 0h4v3.5h-4v3.5h4',
  3: 'M0 0h4v7h-4M1 3.5h3',
  4: 'M0 0v3.5h4M4 0v7',
  5: 'M4 0h-4v3.5h4v3.5h-4',
  6: 'M4 0h-4v7h4v-3.5h-4',
  7: 'M0 0h4v7',
  8: 'M0 0h4v7h-4zM0 3.5h4',
  9: 'M4 3.5h-4v-3.5h4v7',
}

const number = (count: number, left: number, top: number, colour: string): string =>
  [...String(count)]
    .map(
      (digit, place) =>
        `<path transform="translate(${left + place * 7} ${top})" d="${digits[digit]}" fill="none" stroke="${colour}" stroke-width="1.4"/>`,
    )
    .join('')
