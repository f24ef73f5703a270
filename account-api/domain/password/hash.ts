import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { neededPepper, type Peppers, pepperIdOf, secretOf, withPepperId } from './pepper'

/** argon2id (the library's default) with 19 MiB, two passes and one lane, as OWASP recommends for passwords. */
export const argon2Settings = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** One spelling for each password: the same characters typed on two systems are the same password (NIST 800-63B). */
const normalize = (password: string): string => password.normalize('NFKC')

/** A hash needs a core and 19 MiB. More hashes at once than cores would only cost memory. */
const atOnce = availableParallelism()
const waiting: (() => void)[] = []
let running = 0

const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (running < atOnce) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** Hashes a password with the present parameters and the pepper for new hashes. */
export const hashPassword = async ({ forNew }: Pick<Peppers, 'forNew'>, password: string): Promise<string> => {
  const hashed = await inTurn(() => hash(normalize(password), { ...argon2Settings, ...secretOf(forNew) }))
  return withPepperId(hashed, forNew)
}

let nobody: { pepper: string | undefined; hash: Promise<string> } | undefined

/** A hash that nothing has to fit, as costly as a new one. */
const nobodysHash = (peppers: Peppers): Promise<string> => {
  if (nobody?.pepper !== peppers.forNew || !nobody)
    nobody = { pepper: peppers.forNew, hash: hashPassword(peppers, 'nobody') }
  return nobody.hash
}

/**
 * Whether a password fits a hash. Without a hash, or without the pepper that it needs, the same work is done against
 * one that nothing fits, so that the time tells nothing. A hash of older parameters takes its own time.
 */
export const passwordFits = async (
  peppers: Peppers,
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> => {
  const needed = passwordHash ? neededPepper(passwordHash) : undefined
  const pepper = peppers.all.find((each) => pepperIdOf(each) === needed)
  const isMissing = needed !== undefined && pepper === undefined
  if (isMissing) peppers.onMissing(needed)
  const judged = isMissing ? undefined : passwordHash
  const against = judged ?? (await nobodysHash(peppers))
  const fits = await inTurn(() => verify(against, normalize(password), secretOf(pepper)))
  return fits && typeof judged === 'string'
}

/** Whether a hash is weaker than a new one would be, or has another pepper. */
export const isOutdated = ({ forNew }: Peppers, passwordHash: string): boolean => {
  const { memoryCost, timeCost } = parseOptions(passwordHash)
  return (
    !passwordHash.startsWith('$argon2id$v=19$') ||
    memoryCost < argon2Settings.memoryCost ||
    timeCost < argon2Settings.timeCost ||
    neededPepper(passwordHash) !== (forNew && pepperIdOf(forNew))
  )
}
