import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

interface Tile {
  picture: Buffer
  height: number
}

/** The space around each tile, and for its caption above it, in pixels. */
const [gap, captionHeight] = [12, 20]
/** The size of a sheet, so an image viewer shows it without scaling. A higher page is cut into pieces. */
const size = { width: 1536, height: 1536 }

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const captionOf = (text: string, width: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${captionHeight}"><text y="14" font-family="sans-serif" font-size="12" fill="#000">${escaped(text)}</text></svg>`,
  )

const mostPieceHeight = size.height - 2 * gap - captionHeight

/**
 * A picture of a page with its name above it, in as many pieces as its height needs. A picture wider than a column is
 * scaled down.
 */
const tilesOf = async (page: Buffer, caption: string, column: number): Promise<Tile[]> => {
  const { data, info } = await sharp(page)
    .resize({ width: column, withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  const count = Math.ceil(info.height / mostPieceHeight)
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const top = index * mostPieceHeight
      const pieceHeight = Math.min(mostPieceHeight, info.height - top)
      const piece = await sharp(data).extract({ left: 0, top, width: info.width, height: pieceHeight }).toBuffer()
      const name = count === 1 ? caption : `${caption} (${index + 1} of ${count})`
      const height = pieceHeight + captionHeight
      const picture = await sharp({ create: { width: column, height, channels: 3, background: '#c8c8c8' } })
        .composite([
          { input: captionOf(name, column), left: 0, top: 0 },
          { input: piece, left: 0, top: captionHeight },
        ])
        .png()
        .toBuffer()
      return { picture, height }
    }),
  )
}

/** Sheets with many pages each, as `<name>-01.png`, `<name>-02.png`, … in a folder. */
export interface ContactSheets {
  add(page: Buffer, caption: string): Promise<void>
  /** Writes the last sheet. Returns the paths of all. */
  finish(): Promise<string[]>
}

/** @param column the width of a page on a sheet, in pixels */
export const contactSheets = (folder: string, name: string, column: number): ContactSheets => {
  mkdirSync(folder, { recursive: true })
  const columns = Math.max(1, Math.floor((size.width - gap) / (column + gap)))
  const written: string[] = []
  let placed: { input: Buffer; left: number; top: number }[] = []
  let bottoms: number[] = []

  const finish = async () => {
    if (placed.length === 0) return written
    const width = gap + columns * (column + gap)
    const height = Math.max(...bottoms)
    const sheet = sharp({ create: { width, height, channels: 3, background: '#c8c8c8' } }).composite(placed)
    const file = join(folder, `${name}-${String(written.length + 1).padStart(2, '0')}.png`)
    writeFileSync(file, await sheet.png({ palette: true, effort: 1 }).toBuffer())
    written.push(file)
    placed = []
    bottoms = []
    return written
  }

  return {
    add: async (page, caption) => {
      for (const { picture, height } of await tilesOf(page, caption, column)) {
        if (placed.length > 0 && Math.min(...bottoms) + height > size.height) await finish()
        if (bottoms.length === 0) bottoms = Array.from({ length: columns }, () => gap)
        const top = Math.min(...bottoms)
        const place = bottoms.indexOf(top)
        placed.push({ input: picture, left: gap + place * (column + gap), top })
        bottoms[place] = top + height + gap
      }
    },
    finish,
  }
}
