import { createHash, randomBytes } from 'node:crypto'

let lastMs = 0
let madeInMs = 0

/**
 * Makes an id that sorts by time and cannot be guessed: 48 bits of milliseconds, a counter of 16 bits, 64 random bits,
 * as 32 hexadecimal digits. Ids of one millisecond sort in the order in which this process made them.
 */
export const newId = (nowMs: number): string => {
  madeInMs = nowMs === lastMs ? (madeInMs + 1) % 0x1_0000 : 0
  lastMs = nowMs
  return hex(nowMs, 12) + hex(madeInMs, 4) + randomBytes(8).toString('hex')
}

/** The smallest possible id of this time. */
export const firstIdAt = (ms: number): string => hex(Math.max(0, Math.floor(ms)), 12)

export const idMadeAt = (id: string): number => Number.parseInt(id.slice(0, 12), 16)

const hex = (count: number, digits: number): string => count.toString(16).padStart(digits, '0')

/** An unguessable token as base64url. */
export const newToken = (bits: 128 | 256): string => randomBytes(bits / 8).toString('base64url')

/** The stored form of a token. A token of 128 bits or more needs no key and no salt. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
