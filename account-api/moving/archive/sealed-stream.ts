import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { BadFile } from '#account-api/moving/bad-file'

/** The first bytes of a sealed archive. A salt of 16 bytes follows. */
export const sealedMark = Buffer.from('butterfly-sealed-1\n')
const [cipher, saltBytes, tagBytes, partBytes] = ['aes-256-gcm' as const, 16, 16, 2 ** 16]

type Bytes = AsyncIterable<Buffer>

/** The cost of the key: 128 MiB, as OWASP recommends for passphrases. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 }

const keyOf = (passphrase: string, salt: Buffer) =>
  promisify<string, Buffer, number, object, Buffer>(scrypt)(passphrase.normalize('NFKC'), salt, 32, cost)

/** Each part has its number, and the last part is marked: no part can be left out, added or moved. */
const nonceOf = (part: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(part, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Cuts a stream into parts of one size. The last part may be shorter, and is marked. */
const partsOf = async function* (bytes: Bytes, size: number): AsyncGenerator<{ part: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of bytes) {
    waiting.push(chunk)
    length += chunk.length
    if (length <= size) continue
    let rest = Buffer.concat(waiting)
    for (; rest.length > size; rest = rest.subarray(size)) yield { part: rest.subarray(0, size), isLast: false }
    waiting = [rest]
    length = rest.length
  }
  yield { part: Buffer.concat(waiting), isLast: true }
}

/** Seals a stream with a passphrase: AES-256-GCM, part by part. */
export const sealStream = async function* (bytes: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const key = await keyOf(passphrase, salt)
  yield Buffer.concat([sealedMark, salt])
  let number = 0
  for await (const { part, isLast } of partsOf(bytes, partBytes)) {
    const sealing = createCipheriv(cipher, key, nonceOf(number, isLast))
    yield Buffer.concat([sealing.update(part), sealing.final(), sealing.getAuthTag()])
    number += 1
  }
}

/**
 * Opens a sealed stream after its mark was read.
 * @throws BadFile for a wrong passphrase, or a stream that was changed or cut
 */
export const openStream = async function* (bytes: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  let [head, key, number] = [Buffer.alloc(0), undefined as Buffer | undefined, 0]
  const rest = async function* (): Bytes {
    for await (const chunk of bytes) {
      if (head.length >= saltBytes) yield chunk
      else {
        head = Buffer.concat([head, chunk])
        if (head.length > saltBytes) yield head.subarray(saltBytes)
      }
    }
  }
  for await (const { part, isLast } of partsOf(rest(), partBytes + tagBytes)) {
    key ??= await keyOf(passphrase, head.subarray(0, saltBytes))
    yield openPart(part, key, nonceOf(number, isLast))
    number += 1
  }
}

const openPart = (part: Buffer, key: Buffer, nonce: Buffer): Buffer => {
  const end = part.length - tagBytes
  if (end < 0) throw new BadFile('the archive was changed or cut')
  const opening = createDecipheriv(cipher, key, nonce).setAuthTag(part.subarray(end))
  try {
    return Buffer.concat([opening.update(part.subarray(0, end)), opening.final()])
  } catch {
    throw new BadFile('the passphrase is wrong, or the archive was changed or cut')
  }
}
