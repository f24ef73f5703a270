import { digitsAsLetters, signsAsLetters } from '#rules/typed/tables/letters'
import { officialWords } from '#rules/typed/tables/official-words'
import { replacing, skeletonOf } from './skeleton'

const [letters, signs] = [replacing(digitsAsLetters), replacing(signsAsLetters)]

/** The looks of a text, with digits read as letters. */
const folded = (text: string): string => letters(skeletonOf(text)).replaceAll('vv', 'w')

const { strong, weak, empty, further, harmless, unspaced } = officialWords
/** The product. Its name is not a brand if the operator has another name. */
const product = 'butterfly'
const any = (...words: string[]): string => `(?:${words.map(folded).join('|')})`
const all = any(...strong, ...weak, ...further, product)
const strongWord = new RegExp(`^${all}*${any(...strong)}s?${all}*$`, 'u')
const weakWord = new RegExp(`^${any(...weak)}$`, 'u')
const emptyName = new RegExp(`^(?:${any(...weak, ...empty)} ?)+$`, 'u')
/** A username has no spaces, so a word at its edge counts too: "adminjane". */
const atAnEdge = new RegExp(`^${any(...strong, product)}|${any(...strong, product)}s?$`, 'u')
const harmlessWord = new RegExp(any(...harmless), 'u')

const dictionary = new Intl.Segmenter('zh', { granularity: 'word' })

/**
 * True when a text has a word of the operator in a script without spaces, and not as parts of other words: a dictionary
 * finds no 客服 in 游客服务, and no 站长 in 南站长途.
 */
const hasUnspaced = (text: string): boolean => {
  const found = [...text.matchAll(unspaced)]
  if (found.length === 0) return false
  const edges = new Set([...dictionary.segment(text)].map(({ index }) => index)).add(text.length)
  return found.some(({ index, 0: word }) => edges.has(index) && edges.has(index + word.length))
}

/**
 * The words of a name. A word begins at a capital after a small letter, as in "SecurityTeam"; "Co-operators" is one
 * word.
 */
const wordsOf = (name: string): string[] =>
  name
    .replace(/(?<!\p{L})co[-‐‑](?=oper)/giu, 'co')
    .replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu, ' ')
    .replace(/(?<=\p{L})[!@](?=\p{L})|\$(?=\p{L})/gu, signs)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')

/** The maximum number of words that are read as one. */
const longestRun = 40

/** Consecutive words, written together: "Sup port" consists of two. */
const runs = (parts: readonly string[]): string[] =>
  parts.flatMap((_, from) =>
    parts.slice(from, from + longestRun).map((_, nth, rest) => rest.slice(0, nth + 1).join('')),
  )

/**
 * True when a username could be taken for the operator's, even with look-alike letters, with digits for letters, or
 * with . _ - in between. Such a username needs a review.
 */
export const isSensitive = (name: string): boolean =>
  hasUnspaced(name.replace(/[._-]/g, '')) ||
  [/[._-]/, /[._-]|\p{Nd}+/u]
    .flatMap((between) => runs(name.split(between).map(folded)))
    .some((word) => weakWord.test(word) || strongWord.test(word) || (atAnEdge.test(word) && !harmlessWord.test(word)))

/** Shorter brands occur within other words. A kana is a syllable. */
const shortestWithin = (brand: string): number => (/^[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(brand) ? 4 : 6)

/** True when a name contains the name of the site, even with look-alike letters, or with punctuation in between. */
export const namesSite = (name: string, siteNames: readonly string[]): boolean => {
  const parts = wordsOf(name).map(folded)
  return siteNames.some((site) => {
    const brand = wordsOf(site).map(folded).join('')
    const isHan = /^\p{Script=Han}/u.test(site)
    const within = isHan ? [parts.join('')] : brand.length >= shortestWithin(brand) ? parts : []
    const isRun = runs(parts).some((run) => run === brand || run === `${brand}s`)
    return brand !== '' && (isRun || within.some((part) => part.includes(brand)))
  })
}

/**
 * True when a name of words could be taken for the operator's staff: by a word such as "support" or 客服, even with
 * look-alike letters, with digits for letters, or with punctuation in between. Only whole words count: "Badminton" and
 * "Administration" are ordinary.
 */
export const soundsOfficial = (name: string): boolean => {
  const words = wordsOf(name)
  const parts = words.map(folded)
  // Capitals may look like other letters than small ones do: Н like H, but not н.
  const inLowerCase = wordsOf(name.toLowerCase()).map(folded)
  return (
    [...runs(parts), ...runs(inLowerCase)].some((run) => strongWord.test(run)) ||
    hasUnspaced(
      words.map((part) => (/^[^\p{Script=Han}\p{Script=Katakana}ー]/u.test(part) ? ` ${part} ` : part)).join(''),
    ) ||
    emptyName.test(parts.join(' '))
  )
}
