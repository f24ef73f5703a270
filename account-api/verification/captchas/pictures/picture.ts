import type { Drawn } from '#account-api/verification/captchas/puzzle'

/** As wide as the smallest screen shows without scaling, because a click is in the picture's own pixels. */
export const sceneSize = { width: 208, height: 150 }

/** A clickable picture is higher, so a random click rarely hits a target of finger size. */
export const clickedSize = { width: sceneSize.width, height: 296 }

/**
 * Sixteen colours, without dithering. Flat shapes look the same, every picture has about 2 kB, and encoding it costs a
 * third of a password hash.
 */
const encoding = { palette: true, colours: 16, effort: 1, dither: 0 }

let loaded: Promise<typeof import('sharp').default> | undefined

/** Loads sharp with the first picture, because a deployment that is not attacked never needs its memory. */
const loadSharp = () => {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // No picture is drawn twice.
    sharp.cache(false)
    return sharp
  })
  return loaded
}

/** Renders SVG shapes as a PNG, which the oldest browsers show too. */
export const paint = async (drawing: string, { width, height } = sceneSize): Promise<Drawn> => {
  const sharp = await loadSharp()
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${drawing}</svg>`
  return { bytes: await sharp(Buffer.from(svg)).png(encoding).toBuffer(), width, height }
}
