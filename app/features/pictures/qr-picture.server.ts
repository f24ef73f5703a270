import { crc32, deflateSync } from 'node:zlib'
import { encodeQR } from 'qr'

/** Pixels of a module, and modules of the light border, which readers need (ISO/IEC 18004, section 5.3.8). */
const drawn = { scale: 4, border: 4 }

/** A picture of a text as a QR code: PNG with one bit a pixel. */
export const qrPicture = (text: string): { media_type: 'image/png'; bytes: Uint8Array } => {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: drawn.border })
  const rows = modules.map((row) => packed(row.flatMap((isDark) => Array<boolean>(drawn.scale).fill(!isDark))))
  const side = modules.length * drawn.scale
  const pixels = Buffer.concat(rows.flatMap((row) => Array<Buffer>(drawn.scale).fill(row)))
  return { media_type: 'image/png', bytes: png(side, pixels) }
}

/** A row of light and dark pixels, after the number of its filter: 0, no filter. */
const packed = (isLight: readonly boolean[]): Buffer => {
  const row = Buffer.alloc(1 + Math.ceil(isLight.length / 8))
  for (const [at, light] of isLight.entries())
    if (light) row[1 + (at >> 3)] = (row[1 + (at >> 3)] ?? 0) | (0x80 >> (at & 7))
  return row
}

/** A square picture in grey with a depth of one bit (PNG, third edition, section 11). */
const png = (side: number, pixels: Buffer): Uint8Array => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
