import { withPlainApostrophes } from './parts/apostrophes'
import { skeletonOf } from './parts/skeleton'
import { hanByPinyin } from './tables/han-by-pinyin'
import { foldedLetters } from './tables/letters'
import { spelt } from './text'

/** Some characters expand into many (U+FDFA: 18), and an index entry of PostgreSQL has a maximum length. */
const maxLength = 100

const folding = new RegExp(`[${Object.keys(foldedLetters).join('')}]`, 'gu')

/**
 * A name in the form for comparisons: without differences in case, width, accents, spaces, quotes, dashes and joiners.
 */
const comparable = (name: string): string =>
  withPlainApostrophes(spelt(name))
    .replace(/\p{Pd}|−/gu, '-')
    .replace(/[“”„«»״]/g, '"')
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(folding, (letter) => foldedLetters[letter] ?? letter)
    .replace(/\s+/gu, ' ')
    .trim()

const shortened = (name: string): string => Array.from(comparable(name)).slice(0, maxLength).join('')

const firstHan = 0x4e00
const places = new Uint16Array(hanByPinyin.length)
for (let place = 0; place < hanByPinyin.length; place++) places[hanByPinyin.charCodeAt(place) - firstHan] = place

/**
 * Replaces each Han character by the one at its position in pinyin order, so that an index of code points has that
 * order.
 */
const byPinyin = (text: string): string =>
  text.replace(/[\u4e00-\u9fff]/g, (sign) =>
    String.fromCharCode(firstHan + (places[sign.charCodeAt(0) - firstHan] ?? 0)),
  )

/** The form of a name by which lists sort and search. It is only compared, and never shown. */
export const sortKeyOf = (name: string): string => byPinyin(shortened(name))

/**
 * True when a typed name equals another one. It is typed to prevent mistakes in closing or handing over, and not as a
 * secret.
 */
export const isSameName = (typed: string, name: string): boolean => comparable(typed) === comparable(name)

/**
 * True when readers would take two names for the same, even with look-alike letters and without spaces and punctuation.
 */
export const looksLike = (name: string, other: string): boolean => looksOf(name) === looksOf(other)

const looksOf = (name: string): string => skeletonOf(shortened(name).replace(/[^\p{L}\p{N}]/gu, '') || shortened(name))

/** Sorts after every other character, in both databases. */
export const lastCharacter = '\u{10ffff}'

/** How many words of a name can be found, besides its beginning. */
const mostParts = 8

/** Where a word begins: Han characters are written without spaces, so each begins one. */
const wordStart = /(?<![\p{L}\p{N}])[\p{L}\p{N}]|(?<=.)\p{Script=Han}/gu

/**
 * A name from its beginning, and from each of its words. A search matches the beginning of one of them.
 * @param sortKey of the name
 */
export const namePartsOf = (sortKey: string): string[] => {
  const starts = [...sortKey.matchAll(wordStart)].map(({ index }) => index)
  return [...new Set([0, ...starts.slice(0, mostParts)].map((start) => sortKey.slice(start)))]
}
