import { derivedKey } from '#contract/wire/derived-key'

/**
 * The peppers: secrets outside of the database, without which a stolen password hash cannot be tested. Each hash has
 * the id of the pepper that it needs.
 */
export interface Peppers {
  /** The pepper for new hashes. Undefined: they get none. */
  forNew: string | undefined
  all: readonly string[]
  /** Called with each id that a hash needs and that no pepper has. */
  onMissing: (id: string) => void
}

/** The id of a pepper, which reveals nothing about it: 8 characters of base64 (`keyid` of a PHC string). */
export const pepperIdOf = (pepper: string): string =>
  derivedKey(pepper, 'id of a password pepper').export().subarray(0, 6).toString('base64')

/** The secret that argon2 takes, with or without a pepper. */
export const secretOf = (pepper: string | undefined): { secret?: Buffer } =>
  pepper === undefined ? {} : { secret: derivedKey(pepper, 'password pepper').export() }

/** Writes the id of its pepper into a hash (PHC string format, after the parameters). */
export const withPepperId = (hash: string, pepper: string | undefined): string =>
  pepper === undefined ? hash : hash.replace(/\$m=[^$]+/, (parameters) => `${parameters},keyid=${pepperIdOf(pepper)}`)

/** The id of the pepper that a hash needs. Undefined: it needs none. */
export const neededPepper = (hash: string): string | undefined => /,keyid=([A-Za-z0-9+/]+)[,$]/.exec(hash)?.[1]
