import { createHash, randomBytes } from 'node:crypto'

/** An id that sorts by time and cannot be guessed: 48 bits of milliseconds, 80 random bits, as 32 hexadecimal digits. */
export const newId = (nowMs: number): string => nowMs.toString(16).padStart(12, '0') + randomBytes(10).toString('hex')

/** An unguessable token as base64url. */
export const newToken = (bits: 128 | 256): string => randomBytes(bits / 8).toString('base64url')

/** How tokens are stored: a token of 128 bits or more needs no key and no salt. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
