import type { PuzzleOf } from '../../domain/captcha/puzzle'
import { anyHue, chance } from './chance'
import { letterStrokes, type Point } from './letter-strokes'
import { paint, sceneSize } from './picture'

const letters = Object.keys(letterStrokes)
const length = 5

/** Five bent letters and digits, to be typed. */
export const textPuzzle = async (): Promise<PuzzleOf<'text'>> => {
  const text = anyText()
  const warp = waves()
  const ink = anyHue(60, 30)
  const drawn = [...text].map((letter, place) => letterPath(letter, place, warp, ink))
  const drawing = `<rect width="100%" height="100%" fill="${anyHue(40, 93)}"/>${scratches(warp)}${drawn.join('')}${scratches(warp)}`
  return { subtype: 'text', scene: await paint(drawing), solution: text }
}

export const anyText = (): string => Array.from({ length }, () => chance.one(letters)).join('')

/** A smooth bend of the whole picture: two waves of random lengths and phases. */
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
  const paths = (letterStrokes[letter] ?? []).map((points) => pathOf(finely(points).map(at)))
  return `<path d="${paths.join('')}" fill="none" stroke="${ink}" stroke-width="${chance.within(3.2, 4.6)}" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** Cuts straight strokes into short pieces, so that they can bend. */
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
