import { createHmac } from 'node:crypto'

/** The parameters that every authenticator app accepts (RFC 6238, section 4): the defaults of the key URI format. */
export const totpRule = {
  stepMs: 30_000,
  digits: 6,
  /** Codes of this many steps before and after the current one are accepted, because clocks differ (section 5.2). */
  drift: 1,
  /** The length of a secret: as long as the hash, as RFC 4226 (section 4, R6) recommends. */
  secretBytes: 20,
}

/** The time step of a time (RFC 6238, section 4.2). */
export const stepAt = (at: number): number => Math.floor(at / totpRule.stepMs)

/** The code of a secret for a time step: HOTP with HMAC-SHA-1 (RFC 4226, section 5.3). */
export const totpAt = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = (hash[hash.length - 1] ?? 0) & 0xf
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** totpRule.digits
  return String(number).padStart(totpRule.digits, '0')
}

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as base32 without padding (RFC 4648, section 6), the form in which apps accept a typed secret. */
export const toBase32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => base32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The bytes of base32, with or without padding. Undefined: it is not base32. */
export const fromBase32 = (text: string): Buffer | undefined => {
  const digits = [...text.toUpperCase().replace(/=+$/, '')].map((letter) => base32.indexOf(letter))
  if (digits.includes(-1)) return undefined
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The address that a QR code gives to an authenticator app (key URI format: otpauth://totp/issuer:account). */
export const otpauthUri = (secret: Buffer, { issuer, account }: { issuer: string; account: string }): string => {
  // A colon separates the two, so neither may contain one.
  const [by, of] = [issuer, account].map((name) => encodeURIComponent(name.replaceAll(':', ' ')))
  return `otpauth://totp/${by}:${of}?secret=${toBase32(secret)}&issuer=${by}`
}
