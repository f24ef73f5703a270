import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

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

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(normalize(password), argon2Settings))

let nobodysHash: Promise<string> | undefined

/**
 * Whether a password fits a hash. Without a hash the same work is done against one that nothing fits, so that the time
 * tells nothing.
 */
export const passwordFits = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  nobodysHash ??= hashPassword('nobody')
  const against = passwordHash ?? (await nobodysHash)
  const fits = await inTurn(() => verify(against, normalize(password)))
  return fits && typeof passwordHash === 'string'
}
