import sharp from 'sharp'
import type { Drawn } from '#account-api/verification/captchas/puzzle'

/** A picture as numbers, row after row. */
export interface Raster {
  width: number
  height: number
  values: Float32Array
}

/** The pixels of a picture: red, green, blue and opacity, from 0 to 255. */
export const pixelsOf = async ({ bytes }: Drawn) => {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** The brightness of each pixel. */
export const greyOf = async (picture: Drawn): Promise<Raster> => {
  const { width, height, data } = await pixelsOf(picture)
  const values = new Float32Array(width * height)
  for (let at = 0; at < values.length; at++)
    values[at] = 0.299 * (data[4 * at] ?? 0) + 0.587 * (data[4 * at + 1] ?? 0) + 0.114 * (data[4 * at + 2] ?? 0)
  return { width, height, values }
}

/** The mean around each pixel, in a square of this radius. */
export const blurred = ({ width, height, values }: Raster, radius: number): Raster => {
  const along = (from: Float32Array, step: number, count: number, lines: number, nextLine: number) => {
    const to = new Float32Array(from.length)
    for (let row = 0; row < lines; row++) {
      const first = row * nextLine
      let [sum, number] = [0, 0]
      // One pixel enters at the far end and one leaves at the near end.
      for (let end = 0; end < count + radius; end++) {
        if (end < count) {
          sum += from[first + end * step] ?? 0
          number++
        }
        const gone = end - 2 * radius - 1
        if (gone >= 0) {
          sum -= from[first + gone * step] ?? 0
          number--
        }
        if (end >= radius) to[first + (end - radius) * step] = sum / number
      }
    }
    return to
  }
  return { width, height, values: along(along(values, 1, width, height, width), width, height, width, 1) }
}

/** The distance from each pixel to the nearest set one, at most `most` (chamfer 3-4). */
export const distances = ({ width, height, values }: Raster, most: number): Raster => {
  const far = Float32Array.from(values, (value) => (value > 0 ? 0 : most))
  const relax = (at: number, from: number, cost: number) => {
    far[at] = Math.min(far[at] ?? most, (far[from] ?? most) + cost)
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x
      if (x > 0) relax(at, at - 1, 1)
      if (y > 0) relax(at, at - width, 1)
      if (x > 0 && y > 0) relax(at, at - width - 1, 1.4)
      if (x < width - 1 && y > 0) relax(at, at - width + 1, 1.4)
    }
  for (let y = height - 1; y >= 0; y--)
    for (let x = width - 1; x >= 0; x--) {
      const at = y * width + x
      if (x < width - 1) relax(at, at + 1, 1)
      if (y < height - 1) relax(at, at + width, 1)
      if (x < width - 1 && y < height - 1) relax(at, at + width + 1, 1.4)
      if (x > 0 && y < height - 1) relax(at, at + width - 1, 1.4)
    }
  return { width, height, values: far }
}

/** The places where brightness changes fast. */
export const edgesOf = ({ width, height, values }: Raster, threshold: number): Raster => {
  const edges = new Float32Array(width * height)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const across = (values[at + 1] ?? 0) - (values[at - 1] ?? 0)
      const down = (values[at + width] ?? 0) - (values[at - width] ?? 0)
      edges[at] = across * across + down * down > threshold * threshold ? 1 : 0
    }
  return { width, height, values: edges }
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** A part of a picture, made smaller: each new pixel is the mean of those that it covers. */
export const shrunk = (raster: Raster, box: Box, size: { width: number; height: number }): Raster => {
  const values = new Float32Array(size.width * size.height)
  const [wide, high] = [box.width / size.width, box.height / size.height]
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      let [sum, count] = [0, 0]
      for (let row = Math.floor(box.top + y * high); row < Math.ceil(box.top + (y + 1) * high); row++)
        for (let column = Math.floor(box.left + x * wide); column < Math.ceil(box.left + (x + 1) * wide); column++) {
          const isInside = row >= 0 && column >= 0 && row < raster.height && column < raster.width
          sum += isInside ? (raster.values[row * raster.width + column] ?? 0) : 0
          count++
        }
      values[y * size.width + x] = sum / Math.max(1, count)
    }
  return { ...size, values }
}
