import { createHmac } from 'node:crypto'
import { hashToken, newToken } from '#account-api/kernel/random'
import { derivedKey } from '#contract/wire/derived-key'

/** A device token is two random parts. A wrong second part shows that an old token was used. */
interface DeviceToken {
  family: string
  secret: string
}

const between = '.'

export const newDeviceToken = (): string => newToken(128) + between + newToken(128)

/**
 * The next token of a family. It is the same for each of two clicks, whichever answer the browser keeps, and needs the
 * key.
 * @param key a secret of the key ring
 */
export const tokenAfter = (key: string, token: string): string => {
  const { family } = partsOf(token)
  const hash = createHmac('sha256', derivedKey(key, 'device token')).update(token).digest()
  return family + between + hash.subarray(0, 16).toString('base64url')
}

const partsOf = (token: string): DeviceToken => {
  const [family = '', secret = ''] = token.split(between)
  return { family, secret }
}

/** The family of a token, and the hashes that find it. */
export const readDeviceToken = (token: string) => {
  const { family, secret } = partsOf(token)
  return { familyHash: hashToken(family), tokenHash: hashToken(secret) }
}
