import { folded, hasChineseWord, isStrongWord, weak } from './sensitive'

/** Words without information about the name's owner. A name of these words alone is read as the operator's. */
const empty = new Set(
  [...weak, 'account', 'accounts', 'alert', 'code', 'login', 'notice', 'password', 'the'].map(folded),
)

/** "Co-operators" is one word. */
const compound = /(?<!\p{L})co[-‐‑](?=oper)/giu

/** The words of a name. One begins at a capital after a small letter, as in "SecurityTeam". */
const wordsOf = (name: string): string[] =>
  name
    .replace(compound, 'co')
    .replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')

const isHan = (word: string): boolean => /^\p{Script=Han}/u.test(word)

/** Consecutive words, written together: "Sup port" is a text of two. */
const runs = (parts: readonly string[]): string[] => {
  const joined: string[] = []
  for (let from = 0; from < parts.length; from++)
    for (let at = from, run = ''; at < parts.length && run.length < longestRun; at++) {
      run += parts[at]
      joined.push(run)
    }
  return joined
}
const longestRun = 40

/** Shorter brands occur within other words. */
const shortestWithin = 6

const hasBrand = (parts: readonly string[], name: string): boolean => {
  const brand = wordsOf(name).map(folded).join('')
  if (brand === '') return false
  const isLong = isHan(name) || brand.length >= shortestWithin
  return (
    runs(parts).some((run) => run === brand || run === `${brand}s`) ||
    (isLong && parts.some((part) => part.includes(brand)))
  )
}

/** True when a name contains the name of the site, even with look-alike letters, or with signs in between. */
export const namesSite = (name: string, siteNames: readonly string[]): boolean => {
  const parts = wordsOf(name).map(folded)
  return siteNames.some((site) => hasBrand(isHan(site) ? [parts.join('')] : parts, site))
}

/**
 * True when a name of words could be taken for that of the operator's people: by a word as "support" or 客服, even with
 * look-alike letters, with digits for letters, or with signs in between. Only whole words count: "Badminton" and
 * "Administration" are ordinary ones.
 */
export const soundsOfficial = (name: string): boolean => {
  const words = wordsOf(name)
  const parts = words.map(folded)
  return (
    runs(parts).some(isStrongWord) ||
    hasChineseWord(words.map((part) => (/^\P{Script=Han}/u.test(part) ? ` ${part} ` : part)).join('')) ||
    (parts.length > 0 && parts.every((part) => empty.has(part)))
  )
}
