import sharp, { type Sharp } from 'sharp'
import type { Drawn } from '../../domain/captcha/challenge'

/** As wide as the smallest screen shows without scaling: a click must arrive in the picture's own pixels. */
export const sceneSize = { width: 208, height: 150 }

/** An SVG document of a size, as a PNG, which the oldest browsers show too. */
export const paint = async (drawing: string, { width, height } = sceneSize): Promise<Drawn> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`
  return { bytes: await packed(sharp(Buffer.from(svg))), width, height }
}

/** Few colours, so that a picture stays small and its size tells little. */
export const packed = (image: Sharp): Promise<Buffer> =>
  image.png({ palette: true, colours: 48, effort: 4, dither: 0.6 }).toBuffer()
