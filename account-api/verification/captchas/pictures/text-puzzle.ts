import type { PuzzleOf } from '#account-api/verification/captchas/puzzle'
import { type Chance, freshChance } from './chance'
import { letterStrokes, type Point } from './letter-strokes'
import { paint, sceneSize } from './picture'

const letters = Object.keys(letterStrokes)
const length = 5

type Warp = (point: Point) => Point

/**
 * Five letters and digits to type: bent, drawn by an unsteady hand, touching each other and crossed by lines in their
 * own colour. Foreground and background swap colours along a wavy border, so that the colour reveals neither.
 */
export const textPuzzle = async (chance: Chance = freshChance()): Promise<PuzzleOf<'text'>> => {
  const text = anyText(chance)
  const warp = waves(chance)
  const [ink, paper] = [chance.hue(60, chance.between(17, 25)), chance.hue(45, chance.between(90, 95))]
  const lines = [...lettersOf(text, warp, chance), ...Array.from({ length: 2 }, () => crossing(warp, chance))].join('')
  const strokes = (colour: string) => `<g fill="none" stroke="${colour}" stroke-linecap="round">${lines}</g>`
  const drawing = [
    `<clipPath id="other"><path d="${border(chance)}"/></clipPath>`,
    `<rect width="100%" height="100%" fill="${paper}"/>${strokes(ink)}`,
    `<g clip-path="url(#other)"><rect width="100%" height="100%" fill="${ink}"/>${strokes(paper)}</g>`,
  ]
  return { subtype: 'text', scene: await paint(drawing.join('')), solution: text }
}

export const anyText = (chance: Chance): string => Array.from({ length }, () => chance.one(letters)).join('')

/** A smooth bend of the whole picture: two waves of random lengths and phases. */
const waves = (chance: Chance): Warp => {
  const [ax, ay] = [chance.within(1.5, 3), chance.within(4, 8)]
  const [lx, ly] = [chance.within(14, 30), chance.within(24, 50)]
  const [px, py] = [chance.within(0, 6.28), chance.within(0, 6.28)]
  return ([x, y]: Point): Point => [x + ax * Math.sin(y / lx + px), y + ay * Math.sin(x / ly + py)]
}

const lettersOf = (text: string, warp: Warp, chance: Chance): string[] => {
  const widths = [...text].map(() => chance.within(2.6, 3.2))
  const advance = (width: number) => width * 10 + 8
  let left = (sceneSize.width - widths.reduce((sum, width) => sum + advance(width), 0)) / 2 + chance.within(-6, 6)
  return [...text].map((letter, place) => {
    const width = widths[place] ?? 3
    const middle: Point = [left + width * 5, sceneSize.height / 2 + chance.within(-15, 15)]
    left += advance(width)
    return letterPath(letter, { middle, width, height: width * chance.within(1, 1.5) }, warp, chance)
  })
}

interface Place {
  middle: Point
  /** Pixels per unit of a letter. */
  width: number
  height: number
}

const letterPath = (letter: string, { middle, width, height }: Place, warp: Warp, chance: Chance): string => {
  const [turn, slant] = [chance.within(-0.32, 0.32), chance.within(-0.22, 0.22)]
  const unsteady = ([x, y]: Point): Point => [x + chance.within(-0.6, 0.6), y + chance.within(-0.6, 0.6)]
  const at = ([x, y]: Point) => {
    const [across, down] = [(x - 5 - slant * (y - 5)) * width, (y - 5) * height]
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    return warp([middle[0] + across * cos - down * sin, middle[1] + across * sin + down * cos])
  }
  const paths = (letterStrokes[letter] ?? []).map((points) => pathOf(finely(points.map(unsteady)).map(at)))
  return `<path d="${paths.join('')}" stroke-width="${chance.within(3.2, 4.8).toFixed(1)}" stroke-linejoin="round"/>`
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

/** A line through the letters, a little thinner than they are. */
const crossing = (warp: Warp, chance: Chance): string => {
  const [from, to, bulge] = [chance.within(45, 105), chance.within(45, 105), chance.within(-45, 45)]
  const points = Array.from({ length: 15 }, (_, step) => {
    const part = step / 14
    return warp([part * sceneSize.width, from + (to - from) * part + bulge * 4 * part * (1 - part)])
  })
  return `<path d="${pathOf(points)}" stroke-width="${chance.within(1.4, 2.2).toFixed(1)}"/>`
}

/** Everything on one side of a wave through the picture. */
const border = (chance: Chance): string => {
  const { width, height } = sceneSize
  const [size, part, phase] = [chance.within(15, 32), chance.within(24, 44), chance.within(0, 6.28)]
  const middle = height / 2 + chance.within(-10, 10)
  const points = Array.from(
    { length: 27 },
    (_, step): Point => [step * 8, middle + size * Math.sin((step * 8) / part + phase)],
  )
  return `${pathOf(points)}L${width} ${height}L0 ${height}z`
}

const pathOf = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
