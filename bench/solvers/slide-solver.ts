import type { Point, PuzzleOf } from '#account-api/verification/captchas/puzzle'
import { distances, edgesOf, greyOf, pixelsOf, type Raster } from './raster'

/** The points of the piece's outline around its middle: opaque pixels next to transparent ones. */
const outlineOf = async (piece: PuzzleOf<'slide'>['piece']): Promise<Point[]> => {
  const { width, height, data } = await pixelsOf(piece)
  const isOpaque = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && (data[4 * (y * width + x) + 3] ?? 0) > 128
  const points: Point[] = []
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isOpaque(x, y) && !(isOpaque(x - 1, y) && isOpaque(x + 1, y) && isOpaque(x, y - 1) && isOpaque(x, y + 1)))
        points.push({ x: x - width / 2, y: y - height / 2 })
  return points
}

const turned = (points: readonly Point[], angle: number): Point[] =>
  points.map(({ x, y }) => ({
    x: Math.round(x * Math.cos(angle) - y * Math.sin(angle)),
    y: Math.round(x * Math.sin(angle) + y * Math.cos(angle)),
  }))

const angles = [-12, -8, -4, 0, 4, 8, 12].map((degrees) => (degrees * Math.PI) / 180)
const most = 6

/** The distance of an outline at a place from the edges of the scene, or `best` if it is no smaller. */
const missOf = (
  { width, height, values }: Raster,
  outline: readonly Point[],
  { x, y }: Point,
  best: number,
): number => {
  const enough = best * outline.length
  let sum = 0
  for (const point of outline) {
    if (sum >= enough) return best
    const column = x + point.x
    const row = y + point.y
    sum += column >= 0 && row >= 0 && column < width && row < height ? (values[row * width + column] ?? most) : most
  }
  return Math.min(best, sum / outline.length)
}

/**
 * Finds the gap by the outline of the piece: tries it at every place in several angles; it fits best where the scene
 * has edges along it.
 * @returns the likeliest middles, the likeliest first
 */
export const solveSlide = async ({ scene, piece }: PuzzleOf<'slide'>, answers = 3): Promise<Point[]> => {
  const far = distances(edgesOf(await greyOf(scene), 24), most)
  const outline = await outlineOf(piece)
  const outlines = angles.map((angle) => turned(outline, angle))
  const places: (Point & { miss: number })[] = []
  for (let y = 16; y < scene.height - 16; y += 2)
    for (let x = 16; x < scene.width - 16; x += 2)
      places.push({ x, y, miss: outlines.reduce((best, each) => missOf(far, each, { x, y }, best), most) })
  places.sort((one, other) => one.miss - other.miss)
  const found: Point[] = []
  for (const place of places) {
    if (found.length === answers) break
    if (found.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) > 15)) found.push({ x: place.x, y: place.y })
  }
  return found
}
