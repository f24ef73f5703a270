import { timingSafeEqual } from 'node:crypto'
import { hashToken, newToken } from '#account-api/kernel/random'

/** Makes a secret of a client: 256 random bits. It is shown once; its hash needs no salt and no cost. */
export const newSecret = (): { secret: string; hash: string } => {
  const secret = newToken(256)
  return { secret, hash: hashToken(secret) }
}

/** True when a secret matches one of these hashes. */
export const isSecretOf = (hashes: readonly string[], secret: string): boolean => {
  const given = Buffer.from(hashToken(secret))
  return hashes.some((hash) => {
    const expected = Buffer.from(hash)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
