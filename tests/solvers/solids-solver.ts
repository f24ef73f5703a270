import type { Point, PuzzleOf, Wanted } from '../../account-api/domain/captcha/puzzle'
import { pixelsOf } from './raster'

const hues: Record<Wanted['colour'], number> = { red: 2, yellow: 46, green: 125, blue: 218, purple: 285 }
/** The share of its box that a solid of each shape fills. */
const filled: Record<Wanted['shape'], number> = { cone: 0.55, ball: 0.78, cube: 0.72, cylinder: 0.9 }
/** The pixels of a side of the box of each size. */
const sides: Record<Wanted['size'], number> = { small: 14, large: 23 }

/** The hue in degrees of a colour that is bright enough to have one. */
const hueOf = (red: number, green: number, blue: number): number | undefined => {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const range = most - least
  if (range < 70) return undefined
  if (most === red) return (60 * ((green - blue) / range) + 360) % 360
  return most === green ? 60 * ((blue - red) / range) + 120 : 60 * ((red - green) / range) + 240
}

/** Connected pixels of one hue, as boxes. */
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
 * Finds the spots of the wanted colour, and takes those whose size and fill are nearest to the wanted ones.
 * @returns the likeliest middles, the likeliest first
 */
export const solveSolids = async ({ scene, solution }: PuzzleOf<'3d'>, answers = 3): Promise<Point[]> => {
  const { colour, size, shape } = solution.wanted
  const { width, height, data } = await pixelsOf(scene)
  const isOf = (at: number): boolean => {
    const hue = hueOf(data[4 * at] ?? 0, data[4 * at + 1] ?? 0, data[4 * at + 2] ?? 0)
    return hue !== undefined && Math.abs(((hue - hues[colour] + 540) % 360) - 180) < 22
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
