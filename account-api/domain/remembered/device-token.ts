import { hashToken, newToken } from '../random'

/** A device token is two random parts. A wrong second part shows that an old token was used. */
interface DeviceToken {
  family: string
  secret: string
}

const between = '.'

export const newFamily = (): string => newToken(128)

/** The next token of a family, and the hash of its second part. */
export const nextToken = (family: string): { token: string; tokenHash: string } => {
  const secret = newToken(128)
  return { token: family + between + secret, tokenHash: hashToken(secret) }
}

const partsOf = (token: string): DeviceToken => {
  const [family = '', secret = ''] = token.split(between)
  return { family, secret }
}

/** The family of a token, and the hashes that it is looked up by. */
export const readDeviceToken = (token: string) => {
  const { family, secret } = partsOf(token)
  return { family, familyHash: hashToken(family), tokenHash: hashToken(secret) }
}
