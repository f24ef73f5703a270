import { createHmac, randomInt } from 'node:crypto'
import { hashToken } from '#account-api/kernel/random'
import type { Deployment } from '#account-api/sign-in/service'
import { qrLetters, qrLettersLength } from '#contract/sign-in/qr'
import { derivedKey } from '#contract/wire/derived-key'
import type { Scannable } from './qr-code-store'

/** Random letters: 34 bits, so they are hashed with a key. */
export const newLetters = (): string =>
  Array.from({ length: qrLettersLength }, () => qrLetters[randomInt(qrLetters.length)]).join('')

export const hashLetters = ({ secrets: [secret = ''] }: Deployment, letters: string): string => hashBy(secret, letters)

const hashBy = (secret: string, letters: string): string =>
  createHmac('sha256', derivedKey(secret, 'letters of a QR code')).update(letters).digest('base64url')

/** True when a token consists of typed letters, and does not come from the picture. */
export const isTyped = (token: string): boolean => token.length === qrLettersLength

/** Normalises a scanned or typed token for lookup. */
export const scannableOf = (deployment: Deployment, token: string): Scannable =>
  isTyped(token)
    ? { lettersHashes: deployment.secrets.map((secret) => hashBy(secret, token)) }
    : { scannedHash: hashToken(token) }
