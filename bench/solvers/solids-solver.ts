import type { Point, PuzzleOf, Wanted } from '#account-api/verification/captchas/puzzle'
import { pixelsOf } from './raster'

/** The share of its box that a solid of each shape fills. */
const filled: Record<Wanted['shape'], number> = { cone: 0.55, ball: 0.78, cube: 0.72, cylinder: 0.9, ring: 0.68 }
/** The pixels of a side of the box of each size. */
const sides: Record<Wanted['size'], number> = { small: 17, large: 26 }

/** Connected set pixels, as boxes. */
const spotsOf = (isOf: (at: number) => boolean, width: number, height: number) => {
  const seen = new Uint8Array(width * height)
  const spots: { left: number; right: number; top: number; bottom: number; pixels: number }[] = []
  for (let first = 0; first < seen.length; first++) {
    if (seen[first] || !isOf(first)) continue
    const spot = { left: width, right: 0, top: height, bottom: 0, pixels: 0 }
    const waiting = [first]
    seen[first] = 1
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      spot.left = Math.min(spot.left, x)
      spot.right = Math.max(spot.right, x)
      spot.top = Math.min(spot.top, y)
      spot.bottom = Math.max(spot.bottom, y)
      spot.pixels++
      for (const next of [at - 1, at + 1, at - width, at + width])
        if (next >= 0 && next < seen.length && !seen[next] && isOf(next)) {
          seen[next] = 1
          waiting.push(next)
        }
    }
    if (spot.pixels > 40) spots.push(spot)
  }
  return spots
}

/**
 * Finds the spots darker than the ground, and selects those whose size and fill are nearest to the wanted ones.
 * @returns the likeliest middles, the likeliest first
 */
export const solveSolids = async ({ scene, solution }: PuzzleOf<'3d'>, answers = 3): Promise<Point[]> => {
  const { size, shape } = solution.wanted
  const { width, height, data } = await pixelsOf(scene)
  const isOf = (at: number): boolean => {
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * at, 4 * at + 3)
    // Colour, or the dark outline. The shadow is grey.
    return Math.max(red, green, blue) - Math.min(red, green, blue) > 60 || red + green + blue < 240
  }
  return spotsOf(isOf, width, height)
    .map(({ left, right, top, bottom, pixels }) => {
      const [wide, high] = [right - left + 1, bottom - top + 1]
      const side = Math.sqrt(wide * high)
      const wrong = Math.abs(Math.log(side / sides[size])) * 2 + Math.abs(pixels / (wide * high) - filled[shape])
      return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2), wrong }
    })
    .sort((one, other) => one.wrong - other.wrong)
    .slice(0, answers)
    .map(({ x, y }) => ({ x, y }))
}
