import { createHash } from 'node:crypto'

/**
 * The file of breached passwords. It keeps a part of the SHA-1 hash of each password, so that a look into it is two short
 * reads, whatever its size:
 *
 * | bytes | content |
 * | --- | --- |
 * | 16 | {@link magic}; the length of a prefix in bytes (2 or 3); three zero bytes; the number of entries |
 * | 4 × (prefixes + 1) | of each prefix of a hash, how many entries are before its own |
 * | 3 × entries | the three bytes of a hash after its prefix, in order |
 *
 * Numbers are unsigned, big-endian. A password that is not in the list matches an entry by chance with the probability
 * (entries of its prefix) / 2^24: about one in 30,000 for a list of 33 million, one in 280,000 for a billion.
 */
export const magic = Buffer.from('BREACHD1')

export const headerBytes = 16
export const offsetBytes = 4
export const entryBytes = 3

/** The length of a list's prefixes, in bytes, which keeps the entries of each prefix few. */
export const prefixLengths = [2, 3] as const

export type PrefixLength = (typeof prefixLengths)[number]

/** From this number of entries on, prefixes have three bytes. */
export const manyEntries = 2 ** 25

export const prefixesOf = (length: PrefixLength): number => 256 ** length

/** Where the entries of a list begin in its file. */
export const entriesAt = (length: PrefixLength): number => headerBytes + offsetBytes * (prefixesOf(length) + 1)

export interface Place {
  prefix: number
  entry: number
}

/** The place of a SHA-1 hash in a list. */
export const placeOf = (hash: Buffer, length: PrefixLength): Place => ({
  prefix: hash.readUIntBE(0, length),
  entry: hash.readUIntBE(length, entryBytes),
})

/** The published lists have passwords as typed, in UTF-8. */
export const hashOf = (password: string): Buffer => createHash('sha1').update(password).digest()
