import { tileSize } from '#account-api/verification/captchas/pictures/whirl-puzzle'
import type { Drawn, PuzzleOf } from '#account-api/verification/captchas/puzzle'
import { type Example, normalized, votes } from './nearest'
import { blurred, greyOf, type Raster, shrunk } from './raster'

const [columns, tiles] = [4, 12]
/** The number of steps, per half turn, for sorting edge directions. */
const directions = 6
const cells = 6

/**
 * The strength of the edges of each direction in each cell of a tile (a histogram of oriented gradients). Light on dark
 * counts like dark on light.
 */
const look = (tile: Raster): Float32Array => {
  const made = new Float32Array(cells * cells * directions)
  const { width, height, values } = tile
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const across = (values[at + 1] ?? 0) - (values[at - 1] ?? 0)
      const down = (values[at + width] ?? 0) - (values[at - width] ?? 0)
      const direction = Math.floor(((Math.atan2(down, across) / Math.PI + 2) % 1) * directions) % directions
      const cell = Math.floor((y * cells) / height) * cells + Math.floor((x * cells) / width)
      const index = cell * directions + direction
      made[index] = (made[index] ?? 0) + Math.hypot(across, down)
    }
  return normalized(made.map(Math.sqrt))
}

const looksOf = async (scene: Drawn): Promise<Float32Array[]> => {
  const grey = blurred(await greyOf(scene), 1)
  return Array.from({ length: tiles }, (_, index) => {
    const left = (index % columns) * tileSize.width + 4
    const top = Math.floor(index / columns) * tileSize.height + 2
    const box = { left, top, width: tileSize.width - 6, height: tileSize.height - 4 }
    return look(shrunk(grey, box, { width: 36, height: 36 }))
  })
}

/** Learns from pictures with a known answer. */
export const whirlExamples = async (puzzles: readonly PuzzleOf<'whirl'>[]): Promise<Example<boolean>[]> => {
  const learnt = await Promise.all(
    puzzles.map(async ({ scene, solution }) =>
      (await looksOf(scene)).map((values, index) => ({ label: solution.includes(index + 1), values })),
    ),
  )
  return learnt.flat()
}

/** Finds the two tiles that are most similar to known upright ones. The next answers replace the less certain one. */
export const solveWhirl = async (
  examples: readonly Example<boolean>[],
  scene: Drawn,
  answers = 3,
): Promise<number[][]> => {
  const sure = (await looksOf(scene)).map((values, index) => {
    const counted = votes(examples, values, 12)
    // Each upright tile has five turned ones.
    const [upright, other] = [5 * (counted.get(true) ?? 0), counted.get(false) ?? 0]
    return { number: index + 1, sureness: upright / (upright + other || 1) }
  })
  sure.sort((one, other) => other.sureness - one.sureness)
  const pairs = [
    [0, 1],
    [0, 2],
    [1, 2],
  ]
  return pairs
    .slice(0, answers)
    .map((places) => places.map((place) => sure[place]?.number ?? 0).sort((one, other) => one - other))
}
