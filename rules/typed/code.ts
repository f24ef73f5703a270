import { plainDigits, plainText, type Read, refused } from './text'

/** Characters that people and mail programs put between the digits of a code. */
const separators = /[\s\p{Pd}−·.,]/gu

/** Six digits on their own, perhaps in two halves. */
const alone = /(?<!\d)(?<!\d[\s\p{Pd}−])\d{3}[\s\p{Pd}−]?\d{3}(?![\s\p{Pd}−]?\d)/gu

/**
 * Reads a code from an SMS or an email: six digits of any keyboard, with spaces, dashes or signs around and between them,
 * or the one code in a text such as "Butterfly: 387007".
 */
export const readCode = (typed: string): Read<string, 'missing' | 'six_digits' | 'letters'> => {
  const plain = plainDigits(typed)
  if (plain === '') return refused('missing')
  const digits = plain.replace(separators, '').replace(/^\p{P}+|\p{P}+$/gu, '')
  // An SMS may contain its code twice: in its text, and in the line for browsers.
  const found = new Set([...plain.matchAll(alone)].map(([code]) => code.replace(/\D/g, '')))
  const [only = ''] = /^\d{6}$/.test(digits) ? [digits] : found.size === 1 ? found : []
  if (only !== '') return { ok: true, value: only }
  return /^\d+$/.test(digits) ? refused('six_digits') : refused('letters', /[^\d\s\p{Pd}]/u.exec(plain)?.[0])
}

/** A code of an authenticator app, or a recovery code, without separators around and between its characters. */
export const bareFactorCode = (typed: string): string =>
  plainDigits(typed)
    .replace(/[\s\p{P}−]/gu, '')
    .toLowerCase()

/** Reads such a code: six digits, or sixteen letters and digits in any case. */
export const readFactorCode = (typed: string): Read<string, 'missing' | 'invalid'> => {
  const bare = bareFactorCode(typed)
  if (bare === '') return refused('missing')
  return /^(\d{6}|[a-z\d]{16})$/.test(bare) ? { ok: true, value: bare } : refused('invalid')
}

/**
 * Reads letters of an alphabet that are copied from another screen: in any case, with spaces or dashes between them.
 */
export const readLetters = (typed: string, alphabet: string, length: number): string | undefined => {
  const letters = plainText(typed)
    .replace(/[\s\p{Pd}−]/gu, '')
    .toUpperCase()
  return letters.length === length && [...letters].every((letter) => alphabet.includes(letter)) ? letters : undefined
}
