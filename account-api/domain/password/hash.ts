import { hash, verify } from '@node-rs/argon2'

/** argon2id (the library's default) with 19 MiB, two passes and one lane: OWASP's recommendation for password storage. */
export const argon2Settings = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** One spelling for each password: the same characters typed on two systems are the same password (NIST 800-63B). */
const normalize = (password: string): string => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => hash(normalize(password), argon2Settings)

let nobodysHash: Promise<string> | undefined

/**
 * Whether a password fits a hash. Where there is no account, or one without a password, the same work is done against
 * a hash that nothing fits, so that time tells nothing.
 */
export const passwordFits = async (passwordHash: string | null | undefined, password: string): Promise<boolean> => {
  nobodysHash ??= hash('nobody', argon2Settings)
  const fits = await verify(passwordHash ?? (await nobodysHash), normalize(password))
  return fits && typeof passwordHash === 'string'
}
