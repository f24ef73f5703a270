import { alone, anywhere, folded } from './sensitive'

/** The product is nobody's brand if the operator has another. If it is a brand, it is compared as one. */
const words = anywhere.filter((word) => word !== 'butterfly')

/** Words within which the words of the operator are harmless. */
const harmless = /supporter|supported|supporting|supportive|unofficial/gi

/** Words of the operator that also occur in ordinary names, within longer Chinese words: 信息系统, 商业运营. */
const atTheBeginning = ['系统', '系統', '运营']

const isHan = (word: string): boolean => /^\p{Script=Han}/u.test(word)

const han = words.filter((word) => isHan(word) && !atTheBeginning.includes(word)).map(folded)
const hanAtTheBeginning = new RegExp(`(?<!\\p{Script=Han})(${atTheBeginning.map(folded).join('|')})`, 'u')
const latin = words.filter((word) => !isHan(word)).map(folded)

/** Words without information about the name's owner. A name of these words alone is read as the operator's. */
const empty = new Set(
  [...alone, 'account', 'accounts', 'alert', 'code', 'login', 'notice', 'password', 'the'].map(folded),
)

const wordsOf = (name: string): string[] => name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')

/** True when consecutive words make a text when they are written together, as "Sup port". */
const makes = (parts: readonly string[], text: string): boolean =>
  parts.some((_, from) => {
    let joined = ''
    for (let at = from; at < parts.length && joined.length < text.length; at++) joined += parts[at]
    return joined === text || joined === `${text}s`
  })

/** Shorter brands occur within other words. */
const shortestWithin = 6

const hasBrand = (parts: readonly string[], name: string): boolean => {
  const brand = wordsOf(name).map(folded).join('')
  if (brand === '') return false
  const isLong = isHan(name) || brand.length >= shortestWithin
  return makes(parts, brand) || (isLong && parts.some((part) => part.includes(brand)))
}

/** True when a name contains the name of the site, even with look-alike letters, or with signs in between. */
export const namesSite = (name: string, siteNames: readonly string[]): boolean => {
  const typed = wordsOf(name)
  const parts = typed.map(folded)
  return siteNames.some((site) => hasBrand(isHan(site) ? [parts.join('')] : parts, site))
}

/**
 * True when a name of words could be taken for that of the operator's people: by a word as "support" or 客服, even with
 * look-alike letters, with digits for letters, or with signs in between. Words that arise where other words meet, as in
 * "Mad Minds", do not count.
 */
export const soundsOfficial = (name: string): boolean => {
  const parts = wordsOf(name.replace(harmless, '')).map(folded)
  const together = parts.join('')
  return (
    han.some((word) => together.includes(word)) ||
    hanAtTheBeginning.test(parts.join(' ')) ||
    latin.some((word) => makes(parts, word) || parts.some((part) => part.includes(word))) ||
    (parts.length > 0 && parts.every((part) => empty.has(part)))
  )
}
