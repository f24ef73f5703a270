import type { PuzzleOf } from '../../domain/captcha/puzzle'
import { anyHue, chance } from './chance'
import { paint, sceneSize } from './picture'

type Point = readonly [number, number]

/**
 * Letters and digits as strokes in a square of 0 to 10, drawn by us so that no font has to be on the machine. No two of
 * them look alike, also when they are bent.
 */
const strokes: Record<string, readonly (readonly Point[])[]> = {
  A: [
    [
      [0, 10],
      [5, 0],
      [10, 10],
    ],
    [
      [2, 6.5],
      [8, 6.5],
    ],
  ],
  C: [
    [
      [9, 2],
      [6.5, 0],
      [3, 0.5],
      [0.5, 4],
      [0.5, 6.5],
      [3, 9.5],
      [6.5, 10],
      [9, 8],
    ],
  ],
  E: [
    [
      [9, 0],
      [1, 0],
      [1, 10],
      [9, 10],
    ],
    [
      [1, 5],
      [7, 5],
    ],
  ],
  F: [
    [
      [9, 0],
      [1, 0],
      [1, 10],
    ],
    [
      [1, 5],
      [7, 5],
    ],
  ],
  H: [
    [
      [1, 0],
      [1, 10],
    ],
    [
      [9, 0],
      [9, 10],
    ],
    [
      [1, 5],
      [9, 5],
    ],
  ],
  J: [
    [
      [8, 0],
      [8, 7],
      [6.5, 9.7],
      [3.5, 9.7],
      [1.5, 7.5],
    ],
  ],
  K: [
    [
      [1, 0],
      [1, 10],
    ],
    [
      [9, 0],
      [1, 5.5],
      [9, 10],
    ],
  ],
  L: [
    [
      [1, 0],
      [1, 10],
      [9, 10],
    ],
  ],
  M: [
    [
      [0, 10],
      [1, 0],
      [5, 6],
      [9, 0],
      [10, 10],
    ],
  ],
  N: [
    [
      [1, 10],
      [1, 0],
      [9, 10],
      [9, 0],
    ],
  ],
  P: [
    [
      [1, 10],
      [1, 0],
      [7, 0],
      [9, 2],
      [9, 3.5],
      [7, 5.5],
      [1, 5.5],
    ],
  ],
  R: [
    [
      [1, 10],
      [1, 0],
      [7, 0],
      [9, 2],
      [9, 3.5],
      [7, 5.2],
      [1, 5.2],
    ],
    [
      [5, 5.2],
      [9, 10],
    ],
  ],
  T: [
    [
      [0.5, 0],
      [9.5, 0],
    ],
    [
      [5, 0],
      [5, 10],
    ],
  ],
  X: [
    [
      [0.5, 0],
      [9.5, 10],
    ],
    [
      [9.5, 0],
      [0.5, 10],
    ],
  ],
  Y: [
    [
      [0.5, 0],
      [5, 5],
      [9.5, 0],
    ],
    [
      [5, 5],
      [5, 10],
    ],
  ],
  3: [
    [
      [1, 1],
      [4, 0],
      [7.5, 0.5],
      [8.5, 2.5],
      [7, 4.5],
      [4, 5],
      [7.5, 5.6],
      [9, 7.5],
      [7.5, 9.6],
      [4, 10],
      [1, 9],
    ],
  ],
  4: [
    [
      [7, 10],
      [7, 0],
      [0.5, 7],
      [9.5, 7],
    ],
  ],
  7: [
    [
      [0.5, 0],
      [9.5, 0],
      [4, 10],
    ],
  ],
}

const letters = Object.keys(strokes)
const length = 5

/** Five bent letters and digits to be read and typed. */
export const textPuzzle = async (): Promise<PuzzleOf<'text'>> => {
  const text = anyText()
  const warp = waves()
  const ink = anyHue(60, 30)
  const drawn = [...text].map((letter, place) => letterPath(letter, place, warp, ink))
  const drawing = `<rect width="100%" height="100%" fill="${anyHue(40, 93)}"/>${scratches(warp)}${drawn.join('')}${scratches(warp)}`
  return { subtype: 'text', scene: await paint(drawing), solution: text }
}

export const anyText = (): string => Array.from({ length }, () => chance.one(letters)).join('')

/** A smooth bend of the whole picture: two waves with lengths and phases of their own. */
const waves = () => {
  const [ax, ay] = [chance.within(2, 4), chance.within(4, 8)]
  const [lx, ly] = [chance.within(18, 34), chance.within(30, 60)]
  const [px, py] = [chance.within(0, 6.28), chance.within(0, 6.28)]
  return ([x, y]: Point): Point => [x + ax * Math.sin(y / lx + px), y + ay * Math.sin(x / ly + py)]
}

const letterPath = (letter: string, place: number, warp: (point: Point) => Point, ink: string): string => {
  const scale = chance.within(2.7, 3.5)
  const lean = chance.within(-0.35, 0.35)
  const [left, top] = [14 + place * 37 + chance.within(-3, 3), 52 + chance.within(-12, 12)]
  const at = ([x, y]: Point) => warp([left + (x - lean * (y - 5)) * scale, top + (y + lean * (x - 5)) * scale])
  const paths = (strokes[letter] ?? []).map((points) => pathOf(finely(points).map(at)))
  return `<path d="${paths.join('')}" fill="none" stroke="${ink}" stroke-width="${chance.within(3.2, 4.6)}" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** Straight strokes cut into short pieces, so that they can bend. */
const finely = (points: readonly Point[]): Point[] =>
  points.flatMap((to, index) => {
    const from = points[index - 1]
    if (!from) return [to]
    return [0.25, 0.5, 0.75, 1].map(
      (part): Point => [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part],
    )
  })

const scratches = (warp: (point: Point) => Point): string =>
  Array.from({ length: 3 }, () => {
    const y = chance.within(20, sceneSize.height - 20)
    const tilt = chance.within(-30, 30)
    const points = Array.from({ length: 14 }, (_, step) => warp([step * 16, y + (tilt * step) / 14]))
    return `<path d="${pathOf(points)}" fill="none" stroke="${anyHue(50, 55)}" stroke-width="${chance.within(1, 2.4)}"/>`
  }).join('')

const pathOf = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
