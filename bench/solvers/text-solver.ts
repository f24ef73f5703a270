import type { Drawn, PuzzleOf } from '#account-api/verification/captchas/puzzle'
import { type Example, normalized, votes } from './nearest'
import { blurred, greyOf, type Raster, shrunk } from './raster'

const length = 5

/** Pixels that differ from their surroundings: strokes, whether ink or paper is darker. */
const strokesIn = (grey: Raster): Raster => {
  const around = blurred(grey, 9)
  return { ...grey, values: grey.values.map((value, at) => (Math.abs(value - (around.values[at] ?? 0)) > 38 ? 1 : 0)) }
}

const [apart, middle] = [37, { x: 104, y: 75 }]
const box = { width: 48, height: 60 }
/** How far around its usual place a letter is searched. */
const [aside, upAndDown] = [
  [-6, 0, 6],
  [-12, 0, 12],
]

/** The places of a letter with strokes, cut out and scaled to one small size. */
const cuts = (strokes: Raster, place: number): Float32Array[] => {
  const left = middle.x + (place - (length - 1) / 2) * apart - box.width / 2
  const top = middle.y - box.height / 2
  return aside.flatMap((dx) =>
    upAndDown.map((dy) => {
      const cut = shrunk(strokes, { left: left + dx, top: top + dy, ...box }, { width: 12, height: 15 })
      return normalized(blurred(cut, 1).values)
    }),
  )
}

const lettersIn = async (scene: Drawn): Promise<Float32Array[][]> => {
  const strokes = strokesIn(await greyOf(scene))
  return Array.from({ length }, (_, place) => cuts(strokes, place))
}

/** Learns from pictures with known text. */
export const textExamples = async (puzzles: readonly PuzzleOf<'text'>[]): Promise<Example<string>[]> => {
  const learnt = await Promise.all(
    puzzles.map(async ({ scene, solution }) =>
      // The middle of the searched places has the letter.
      (await lettersIn(scene)).map((all, place) => ({
        label: solution[place] ?? '',
        values: all[Math.floor(all.length / 2)] as Float32Array,
      })),
    ),
  )
  return learnt.flat()
}

/** Reads a text by the most similar examples, letter by letter. The second answer changes the least certain letter. */
export const solveText = async (examples: readonly Example<string>[], scene: Drawn, answers = 3): Promise<string[]> => {
  const letters = (await lettersIn(scene)).map((all) => {
    const sum = new Map<string, number>()
    for (const values of all)
      for (const [letter, vote] of votes(examples, values, 3)) sum.set(letter, (sum.get(letter) ?? 0) + vote)
    return [...sum].sort(([, one], [, other]) => other - one)
  })
  const first = letters.map(([best]) => best?.[0] ?? '')
  const changes = letters
    .flatMap((ranked, place) =>
      ranked.slice(1, 3).map(([letter, vote]) => ({ place, letter, loss: (ranked[0]?.[1] ?? 0) / vote })),
    )
    .sort((one, other) => one.loss - other.loss)
    .slice(0, answers - 1)
  return [first, ...changes.map(({ place, letter }) => first.with(place, letter))].map((text) => text.join(''))
}
