import { hash, parseOptions, verify } from '@node-rs/argon2'
import { hashQueue } from './hash-queue'
import { importedFits, nobodysOf } from './imported-fits'
import { isImported, kindOfHash } from './imported-hash'
import { neededPepper, type Peppers, pepperIdOf, secretOf, withPepperId } from './pepper'

/** argon2id (the library's default) with 19 MiB, two passes and one lane, as OWASP recommends for passwords. */
export const argon2Settings = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/**
 * Sets the cost of new hashes: the memory in KiB, and the passes. A hash with other costs is replaced when its password
 * is next given.
 */
export const setHashCosts = (costs: { memoryCost: number; timeCost: number }): void => {
  Object.assign(argon2Settings, costs)
}

/** One spelling of each password: the same characters typed on two systems are the same password (NIST 800-63B). */
const normalize = (password: string): string => password.normalize('NFKC')

const hashNow = async ({ forNew }: Pick<Peppers, 'forNew'>, password: string): Promise<string> =>
  withPepperId(await hash(normalize(password), { ...argon2Settings, ...secretOf(forNew) }), forNew)

/**
 * Hashes a password in its turn, with the current parameters and the pepper for new hashes.
 * @param left aborted when nobody waits for the hash any more
 * @throws NoTurn
 */
export const hashPassword = (peppers: Pick<Peppers, 'forNew'>, password: string, left?: AbortSignal): Promise<string> =>
  hashQueue.run(() => hashNow(peppers, password), left)

let nobody: { as: string; hash: Promise<string> } | undefined

/** A hash that no password matches, as expensive as a new one. Made once and never refused, so it needs no turn. */
const nobodysHash = (peppers: Peppers): Promise<string> => {
  const as = JSON.stringify([argon2Settings, peppers.forNew])
  if (nobody?.as !== as) nobody = { as, hash: hashNow(peppers, 'nobody') }
  return nobody.hash
}

/**
 * True when a password matches a hash. Without a hash, or without the pepper that it needs, the same work is done with
 * one that nothing matches, so the time reveals nothing. A hash with older parameters takes the time that those need.
 * @param left aborted when nobody waits for the answer
 * @throws NoTurn
 */
export const passwordFits = async (
  peppers: Peppers,
  passwordHash: string | null | undefined,
  password: string,
  left?: AbortSignal,
): Promise<boolean> => {
  if (passwordHash && isImported(passwordHash)) return hashQueue.run(() => importedFits(passwordHash, password), left)
  const needed = passwordHash ? neededPepper(passwordHash) : undefined
  const pepper = peppers.all.find((each) => pepperIdOf(each) === needed)
  const isMissing = needed !== undefined && pepper === undefined
  if (isMissing) peppers.onMissing(needed)
  const judged = isMissing ? undefined : passwordHash
  const against = judged ?? (await nobodysHash(peppers))
  const fits = await hashQueue.run(() => verify(against, normalize(password), secretOf(pepper)), left)
  return fits && typeof judged === 'string'
}

interface Evening {
  /** The kinds of imported hashes that accounts may have. */
  kinds: readonly string[]
  /** The hash that the password was compared with, if any. */
  against: string | null | undefined
  password: string
}

/**
 * After a wrong password, does the work that a wrong password of any other account takes: one comparison with a hash of
 * this product, and one with each kind of imported hash. So the time reveals neither whether an account exists nor
 * where it came from.
 * @param left aborted when nobody waits for the answer
 * @throws NoTurn
 */
export const evenOut = async (
  peppers: Peppers,
  { kinds, against, password }: Evening,
  left?: AbortSignal,
): Promise<void> => {
  const done = against ? kindOfHash(against) : undefined
  if (done !== undefined) await passwordFits(peppers, undefined, password, left)
  for (const kind of kinds) if (kind !== done) await passwordFits(peppers, nobodysOf(kind), password, left)
}

/** True when a hash is weaker than a new one would be, has another pepper, or comes from another system. */
export const isOutdated = ({ forNew }: Peppers, passwordHash: string): boolean => {
  if (isImported(passwordHash)) return true
  const { memoryCost, timeCost } = parseOptions(passwordHash)
  return (
    !passwordHash.startsWith('$argon2id$v=19$') ||
    memoryCost < argon2Settings.memoryCost ||
    timeCost < argon2Settings.timeCost ||
    neededPepper(passwordHash) !== (forNew && pepperIdOf(forNew))
  )
}
