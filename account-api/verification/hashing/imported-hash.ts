/**
 * Password hashes made by another system. A stored one begins with this mark, so it is never taken for a hash of this
 * product, which has a pepper and a normalised password.
 */
const mark = 'imported:'

/** True for a stored hash that another system has made. */
export const isImported = (stored: string): boolean => stored.startsWith(mark)

export interface ImportedHash {
  scheme: 'bcrypt' | 'argon2' | 'scrypt' | 'pbkdf2'
  /** The hash in the form of its library. */
  encoded: string
  /** The hash up to its salt, which determines the work of a comparison. Hashes of one kind take the same time. */
  kind: string
  parameters: Record<string, number>
  /** The name in the hash, such as `pbkdf2-sha256`. */
  name: string
  salt: Buffer
  digest: Buffer
}

/** Limits of one comparison: memory in bytes, and work of about a second of one core. */
const mostMemory = 128 * 2 ** 20
const mostWork = { argon2: 512 * 2 ** 20, scrypt: 256 * 2 ** 20, pbkdf2: 6_000_000 }
const ranges = {
  bcryptCost: [4, 13],
  iterations: [1000, 2_000_000],
  passes: [1, 16],
  lanes: [1, 16],
  scryptLog: [10, 20],
  scryptBlock: [1, 32],
} as const

/** The lengths of salts and digests, in bytes. A shorter digest could match other passwords by chance. */
const [saltBytes, digestBytes] = [
  [1, 128],
  [16, 64],
]

/** A hash that is not imported. The message continues after “the password hash”. */
export class HashRefused extends Error {}

const refuse = (why: string): never => {
  throw new HashRefused(why)
}

const bcryptShape = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/
const otherShape = /^\$([a-z0-9-]+)\$(?:v=(\d{2})\$)?([a-z]+=\d{1,10}(?:,[a-z]+=\d{1,10})*|\d{1,10})\$([^$]*)\$([^$]*)$/

/**
 * Reads a hash of bcrypt ($2a$, $2b$, $2y$), or of argon2, scrypt or pbkdf2 as a PHC string. A hash that takes too much
 * time or memory is refused, because a file must not decide the cost of a sign-in.
 * @returns the hash in its stored form, and its kind
 * @throws HashRefused
 */
export const readForeignHash = (text: string): { stored: string; kind: string } => {
  const { encoded, kind } = partsOf(text)
  return { stored: mark + encoded, kind }
}

/** The parts of a stored hash. It was checked when it was stored. */
export const importedParts = (stored: string): ImportedHash => partsOf(stored.slice(mark.length))

/** The kind of a stored hash. Undefined: made by this product. */
export const kindOfHash = (stored: string): string | undefined =>
  isImported(stored) ? importedParts(stored).kind : undefined

const partsOf = (text: string): ImportedHash => {
  const [, cost] = bcryptShape.exec(text) ?? []
  if (cost !== undefined) {
    within('has a cost', Number(cost), ranges.bcryptCost)
    // The letter names the library that wrote it, and changes nothing for passwords up to 255 bytes.
    const none = { parameters: {}, salt: Buffer.alloc(0), digest: Buffer.alloc(0) }
    return { scheme: 'bcrypt', encoded: text, kind: `$2b$${cost}`, name: 'bcrypt', ...none }
  }
  const [, name = '', version, parameterText = '', saltText = '', digestText = ''] =
    otherShape.exec(text) ?? refuse('is neither bcrypt nor argon2, scrypt or pbkdf2 as a PHC string')
  const [salt, digest] = [bytesOf(saltText, saltBytes), bytesOf(digestText, digestBytes)]
  const given = { name, version, parameters: parametersOf(parameterText), salt, digest }
  if (/^argon2(id|i|d)$/.test(name)) return argon2(given)
  if (version !== undefined) refuse(`is of an unknown version of ${name}`)
  if (name === 'scrypt') return scrypt(given)
  if (/^pbkdf2(-sha1|-sha256|-sha512)?$/.test(name)) return pbkdf2(given)
  return refuse(`is of ${name}, which is not imported`)
}

interface Given {
  name: string
  version: string | undefined
  parameters: Record<string, number>
  salt: Buffer
  digest: Buffer
}

const argon2 = ({ name, version = '16', parameters: { m = 0, t = 0, p = 0, ...others }, salt, digest }: Given) => {
  if (version !== '19' && version !== '16') refuse(`is of an unknown version of ${name}`)
  noOthers(others)
  within('has a memory in KiB', m, [8 * p, mostMemory / 1024])
  within('has a number of passes', t, ranges.passes)
  within('has a number of lanes', p, ranges.lanes)
  within('has a work in KiB', m * t, [8, mostWork.argon2 / 1024])
  if (salt.length < 8) refuse('has a salt that is too short')
  return written('argon2', `$${name}$v=${version}$m=${m},t=${t},p=${p}`, {
    name,
    parameters: { m, t, p },
    salt,
    digest,
  })
}

const scrypt = ({ name, parameters: { ln = 0, r = 0, p = 0, ...others }, salt, digest }: Given) => {
  noOthers(others)
  within('has a logarithm of rounds', ln, ranges.scryptLog)
  within('has a block size', r, ranges.scryptBlock)
  within('has a number of lanes', p, ranges.lanes)
  within('has a memory in bytes', 128 * r * 2 ** ln, [1, mostMemory])
  within('has a work in bytes', 128 * r * p * 2 ** ln, [1, mostWork.scrypt])
  return written('scrypt', `$${name}$ln=${ln},r=${r},p=${p}`, { name, parameters: { ln, r, p }, salt, digest })
}

const hashBytes: Record<string, number> = { 'pbkdf2-sha1': 20, 'pbkdf2-sha256': 32, 'pbkdf2-sha512': 64 }

const pbkdf2 = ({ name: named, parameters: { i = 0, l, ...others }, salt, digest }: Given) => {
  const name = named === 'pbkdf2' ? 'pbkdf2-sha1' : named
  noOthers(others)
  within('has a number of iterations', i, ranges.iterations)
  // A digest longer than its hash takes the iterations again for each part.
  const parts = Math.ceil(digest.length / (hashBytes[name] ?? 20))
  within('has a work in iterations', i * parts, [1, mostWork.pbkdf2])
  if (l !== undefined && l !== digest.length) refuse('has another length than it says')
  const parameters = { i, l: digest.length }
  return written('pbkdf2', `$${name}$i=${i},l=${digest.length}`, { name, parameters, salt, digest })
}

type Written = Pick<ImportedHash, 'name' | 'parameters' | 'salt' | 'digest'>

const written = (scheme: ImportedHash['scheme'], kind: string, parts: Written): ImportedHash => ({
  scheme,
  kind,
  encoded: `${kind}$${base64(parts.salt)}$${base64(parts.digest)}`,
  ...parts,
})

const within = (what: string, value: number, [least, most]: readonly [number, number]): void => {
  if (!(value >= least && value <= most)) refuse(`${what} of ${value}, which has to be from ${least} to ${most}`)
}

const noOthers = (others: Record<string, number>): void => {
  const [other] = Object.keys(others)
  if (other !== undefined) refuse(`has a parameter ${other}, which is not known`)
}

/** Some libraries write only the iterations. */
const parametersOf = (text: string): Record<string, number> =>
  /^\d/.test(text)
    ? { i: Number(text) }
    : Object.fromEntries(text.split(',').map((each) => [each.split('=')[0] ?? '', Number(each.split('=')[1])]))

/** Base64 with or without padding, or with the full stop that some libraries write instead of a plus. */
const bytesOf = (text: string, lengths: readonly number[]): Buffer => {
  const plain = text.replace(/={0,2}$/, '').replaceAll('.', '+')
  const bytes = Buffer.from(plain, 'base64')
  if (base64(bytes) !== plain) refuse('is damaged: a part is not base64')
  within('has a part in bytes', bytes.length, [lengths[0] ?? 0, lengths[1] ?? 0])
  return bytes
}

export const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
