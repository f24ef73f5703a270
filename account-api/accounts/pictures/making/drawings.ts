import sharp from 'sharp'
import { type PictureKind, pictureRule } from '#account-api/accounts/pictures/kinds'

const wings = 'M12 12C9 4 2 3 2 8c0 3 3 5 6 5-3 0-4 2-4 4 0 4 6 4 8-1 2 5 8 5 8 1 0-2-1-4-4-4 3 0 6-2 6-5 0-5-7-4-10 4z'

/** A background and the shapes on it, in units of a picture that is 24 wide. */
const on = (ground: string, ...shapes: string[]): string =>
  `<rect width="100%" height="100%" fill="${ground}"/>${shapes.join('')}`
const path = (fill: string, d: string): string => `<path fill="${fill}" d="${d}"/>`
const circle = (fill: string, x: number, y: number, r: number): string =>
  `<circle fill="${fill}" cx="${x}" cy="${y}" r="${r}"/>`
const petals = (fill: string, count: number): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `<ellipse fill="${fill}" cx="12" cy="7.4" rx="2.5" ry="3.6" transform="rotate(${(360 / count) * index} 12 12)"/>`,
  ).join('')

/** Calm, flat shapes. Their keys follow this order, so a drawing may change but not move. */
export const drawings: Record<PictureKind, string[]> = {
  avatar: [
    on('#dfe6fb', `<g transform="translate(3.4 3.4) scale(.717)">${path('#3a5bd0', wings)}</g>`),
    on(
      '#def1e6',
      path('#2f8f68', 'M5.5 18.5C4 10 9 5 19 5c.5 9-4.5 14.5-12 13z'),
      `<path d="M5 20C8 14.5 11 11.5 15 9" fill="none" stroke="#def1e6" stroke-width="1"/>`,
    ),
    on('#fbe9d9', circle('#ee9a55', 12, 13, 5), path('#c8683a', 'M0 15c4-1.5 8-1.5 12 0s8 1.5 12 0v9H0z')),
    on('#252f52', circle('#f4e9c8', 12, 12, 6), circle('#252f52', 14.6, 10.4, 5.2), circle('#f4e9c8', 17.5, 6.5, 0.5)),
    on('#fae3ea', petals('#d3638b', 6), circle('#f7d774', 12, 12, 2.5)),
    on(
      '#d9eff5',
      path('#79bdd3', 'M0 12c3-2 5-2 8 0s5 2 8 0 5-2 8 0v12H0z'),
      path('#3d90ad', 'M0 16c3-2 5-2 8 0s5 2 8 0 5-2 8 0v8H0z'),
    ),
    on('#ece6f7', path('#a994d6', 'M-2 24L8 8l10 16z'), path('#7458b5', 'M7 24l8-12 9 12z')),
    on(
      '#eeece6',
      `<ellipse fill="#5f6675" cx="12" cy="17.5" rx="7" ry="2.8"/><ellipse fill="#8a91a0" cx="12" cy="12.9" rx="5.2" ry="2.3"/><ellipse fill="#b4bac5" cx="12" cy="9.1" rx="3.6" ry="1.8"/>`,
    ),
  ],
  background: [
    on(
      '#e4eafc',
      path('#c9d5f8', 'M0 5c5-2 9-1.5 13 .2S20 7 24 4.800V8H0z'),
      path('#9fb2ee', 'M0 6.700c4-1.5 9-1.2 13 0s8 .6 11-.5V8H0z'),
    ),
    on(
      '#fdeee0',
      circle('#f6bb84', 18, 5.2, 2.2),
      path('#e7a36f', 'M0 6c4-1.2 8-1 12-.1s8 .9 12-.2V8H0z'),
      path('#cd7d50', 'M0 7.100c5-.8 9-.6 13 0s8 .4 11-.3V8H0z'),
    ),
    on(
      '#e0f2e9',
      path('#b5ddc7', 'M0 5.600L4 3l4.5 3L13 2.6 18 6l3-2 3 2v2H0z'),
      path('#78bb98', 'M0 7c4-1.4 8-1.2 12-.3s8 .8 12-.4V8H0z'),
    ),
    on(
      '#262f50',
      circle('#f4e9c8', 4.5, 2.8, 1.1),
      ...[
        [9, 1.6],
        [12.5, 3.2],
        [16, 1.2],
        [19.5, 3],
        [22.3, 1.7],
      ].map(([x = 0, y = 0]) => circle('#cfd6ee', x, y, 0.12)),
      path('#39466f', 'M0 6.200c5-1.6 8-1.2 12 0s8 .8 12-.6V8H0z'),
    ),
  ],
}

/** Draws a picture as the JPEG that is served. */
export const drawn = (kind: PictureKind, drawing: string): Promise<Buffer> => {
  const { width, height } = pictureRule[kind]
  const box = `viewBox="0 0 24 ${(24 * height) / width}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ${box}>${drawing}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 85, mozjpeg: true }).toBuffer()
}
