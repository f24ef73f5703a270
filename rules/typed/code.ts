import { plainDigits, type Read, refused } from './text'

/** A code without what people and mail programs put around and between its characters. */
export const bareCode = (typed: string): string =>
  plainDigits(typed)
    .replace(/[\s\p{P}−]/gu, '')
    .toLowerCase()

/** Six digits on their own, perhaps in two halves. */
const alone = /(?<!\d)(?<!\d[\s\p{Pd}−])\d{3}[\s\p{Pd}−]?\d{3}(?![\s\p{Pd}−]?\d)/gu

/**
 * Reads a code from an SMS or an email: six digits of any keyboard, with spaces, dashes or signs around and between them,
 * or the one code in a text such as "Butterfly: 387007".
 */
export const readCode = (typed: string): Read<string, 'missing' | 'six_digits' | 'letters'> => {
  const bare = bareCode(typed)
  if (bare === '') return refused('missing')
  // An SMS may contain its code twice: in its text, and in the line for browsers.
  const found = new Set([...plainDigits(typed).matchAll(alone)].map(([code]) => bareCode(code)))
  const [only = ''] = /^\d{6}$/.test(bare) ? [bare] : found.size === 1 ? found : []
  if (only !== '') return { ok: true, value: only }
  const letter = /\D/u.exec(bare)?.[0]
  return letter === undefined ? refused('six_digits') : refused('letters', letter)
}

/** Reads a code of an authenticator app or a recovery code: six digits, or sixteen letters and digits in any case. */
export const readFactorCode = (typed: string): Read<string, 'missing' | 'invalid'> => {
  const bare = bareCode(typed)
  if (bare === '') return refused('missing')
  return /^(\d{6}|[a-z\d]{16})$/.test(bare) ? { ok: true, value: bare } : refused('invalid')
}

/** Reads the letters of a code that are copied from another screen, in any case. */
export const readLetters = (
  typed: string,
  { alphabet, length }: { alphabet: string; length: number },
): Read<string, 'characters' | 'invalid'> => {
  const letters = bareCode(typed).toUpperCase()
  const strange = [...letters].find((letter) => !alphabet.includes(letter))
  if (strange !== undefined) return refused('characters', strange)
  return letters.length === length ? { ok: true, value: letters } : refused('invalid')
}
