import type { PuzzleOf } from '../../domain/captcha/puzzle'
import { anyHue, chance } from './chance'
import { paint, sceneSize } from './picture'

const columns = 4
const rows = 3
const numbers = Array.from({ length: columns * rows }, (_, index) => index + 1)
const uprights = 2

/** Things that clearly stand upright, in a box of -16 to 16 around the middle. Up is up. */
const things: readonly string[] = [
  // A house.
  '<path d="M-12 12V-2L0-13 12-2V12z"/><path d="M-3 12V3h6v9z" fill="#fff"/>',
  // A tree.
  '<path d="M-2 13V4h4v9z"/><path d="M0-14 11 5H-11z"/>',
  // A cup with a handle, steaming.
  '<path d="M-10-3H6l-2 15H-8z"/><path d="M6 0a5 5 0 0 1-1 9" fill="none" stroke-width="3"/><path d="M-5-7q3-3 0-6M1-7q3-3 0-6" fill="none" stroke-width="2"/>',
  // A sailing boat.
  '<path d="M-13 6H13L8 13H-8z"/><path d="M1 4V-14L11 4zM-1 4V-9L-9 4z"/>',
  // A mushroom.
  '<path d="M-13 2a13 13 0 0 1 26 0z"/><path d="M-4 4h8v9h-8z"/>',
  // An umbrella.
  '<path d="M-14 0a14 14 0 0 1 28 0z"/><path d="M0 0V10a3 3 0 0 0 6 0" fill="none" stroke-width="2.5"/>',
  // A person.
  '<circle cy="-9" r="5"/><path d="M-7 13V2a7 7 0 0 1 14 0v11z"/>',
  // A flower in a pot.
  '<path d="M-7 4H7L5 13H-5z"/><path d="M-1 4V-4h2v8z"/><circle cy="-9" r="5"/>',
]

/** Twelve numbered pictures, two of which stand upright. The answer is the numbers of those two, from 1, ascending. */
export const whirlPuzzle = async (): Promise<PuzzleOf<'whirl'>> => {
  const solution = anyUprights()
  const tiles = numbers.map((count) => tile(count, solution.includes(count)))
  const scene = await paint(`<rect width="100%" height="100%" fill="#fff"/>${tiles.join('')}`)
  return { subtype: 'whirl', scene, solution }
}

export const anyUprights = (): number[] =>
  chance
    .shuffled(numbers)
    .slice(0, uprights)
    .sort((a, b) => a - b)

const tile = (count: number, stands: boolean): string => {
  const index = count - 1
  const [width, height] = [sceneSize.width / columns, sceneSize.height / rows]
  const [left, top] = [(index % columns) * width, Math.floor(index / columns) * height]
  const angle = stands ? chance.between(-7, 7) : chance.between(65, 295)
  const ink = anyHue(55, 35)
  const middle = `translate(${left + width / 2 + chance.between(-2, 6)} ${top + height / 2 + chance.between(-2, 2)})`
  return [
    `<rect x="${left + 1}" y="${top + 1}" width="${width - 2}" height="${height - 2}" fill="${anyHue(45, 88)}"/>`,
    `<g transform="${middle} rotate(${angle})" fill="${ink}" stroke="${ink}" stroke-width="0">${chance.one(things)}</g>`,
    number(count, left + 4, top + 4),
  ].join('')
}

/** The digits of a tile's number as strokes, so that no font has to be installed. */
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

const number = (count: number, left: number, top: number): string =>
  [...String(count)]
    .map(
      (digit, place) =>
        `<path transform="translate(${left + place * 7} ${top})" d="${digits[digit]}" fill="none" stroke="#222" stroke-width="1.4"/>`,
    )
    .join('')
