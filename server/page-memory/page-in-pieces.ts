import { constants, crc32, deflateRawSync, type ZlibOptions } from 'node:zlib'

interface Piece {
  plain: Buffer
  deflated: Buffer
}

// RFC 1952, section 2.3: magic, deflate, no flags, no time, best compression, unknown system.
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff])
const trailerBytes = 8
const storedHeaderBytes = 5

/**
 * A page, cut at its form token, so the token of another visitor can be filled in: in the plain page, or in a gzip
 * stream. In the stream the token lies in a stored block (RFC 1951, section 3.2.4) between pieces that are compressed
 * separately. So the pieces are compressed once, and the length of the stream reveals nothing about the token to an
 * attacker who adds text to the page and measures it (BREACH).
 */
export class PageInPieces {
  readonly #pieces: readonly Piece[]
  readonly #tokenBytes: number
  readonly #plain: Buffer
  readonly #gzip: Buffer
  readonly #plainHoles: number[] = []
  readonly #gzipHoles: number[] = []

  /** `token` is the one in the rendered page, which may contain it any number of times. */
  constructor(page: string, token: string, compression: ZlibOptions = { level: constants.Z_BEST_COMPRESSION }) {
    this.#tokenBytes = Buffer.byteLength(token)
    const texts = token === '' ? [page] : page.split(token)
    this.#pieces = texts.map((text, index) => {
      const plain = Buffer.from(text)
      const finishFlush = index < texts.length - 1 ? constants.Z_FULL_FLUSH : constants.Z_FINISH
      return { plain, deflated: deflateRawSync(plain, { ...compression, finishFlush }) }
    })
    this.#plain = this.#layOut(({ plain }) => plain, Buffer.alloc(0), this.#plainHoles)
    const gzip = this.#layOut(({ deflated }) => deflated, this.#storedHeader(), this.#gzipHoles, gzipHeader)
    this.#gzip = Buffer.concat([gzip, Buffer.alloc(trailerBytes)])
  }

  /** The approximate memory of the page. */
  get sizeBytes(): number {
    return 2 * (this.#plain.length + this.#gzip.length)
  }

  /** The plain page with a token of the same length. */
  plain(token: string): Buffer {
    const page = Buffer.from(this.#plain)
    for (const hole of this.#plainHoles) page.write(token, hole, 'latin1')
    return page
  }

  /** The page as a gzip stream (RFC 1952) with a token of the same length. */
  gzip(token: string): Buffer {
    const page = Buffer.from(this.#gzip)
    for (const hole of this.#gzipHoles) page.write(token, hole, 'latin1')
    page.writeUInt32LE(this.#checksum(token), page.length - trailerBytes)
    page.writeUInt32LE(this.#plain.length, page.length - 4)
    return page
  }

  #checksum(token: string): number {
    const tokenBytes = Buffer.from(token, 'latin1')
    return this.#pieces.reduce((sum, { plain }, index) => {
      const before = index === 0 ? 0 : crc32(tokenBytes, sum)
      // For an empty buffer zlib would start a new checksum.
      return plain.length === 0 ? before : crc32(plain, before)
    }, 0)
  }

  /** Joins the pieces with `lead` and a hole of the token's length between them; adds the holes' offsets to `holes`. */
  #layOut(part: (piece: Piece) => Buffer, lead: Buffer, holes: number[], head = Buffer.alloc(0)): Buffer {
    const row: Buffer[] = [head]
    let length = head.length
    for (const [index, piece] of this.#pieces.entries()) {
      if (index > 0) {
        row.push(lead, Buffer.alloc(this.#tokenBytes))
        holes.push(length + lead.length)
        length += lead.length + this.#tokenBytes
      }
      row.push(part(piece))
      length += part(piece).length
    }
    return Buffer.concat(row)
  }

  /** The header of a stored block that is not the last: its length, and its length inverted. */
  #storedHeader(): Buffer {
    const header = Buffer.alloc(storedHeaderBytes)
    header.writeUInt16LE(this.#tokenBytes, 1)
    header.writeUInt16LE(~this.#tokenBytes & 0xffff, 3)
    return header
  }
}
