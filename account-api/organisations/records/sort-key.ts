/** A few characters become many (U+FDFA: 18), and an index of PostgreSQL has a longest entry. */
const maxLength = 100

/** A name as lists sort and search it: without the differences of case, width and accents. */
export const sortKeyOf = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .trim()
  return Array.from(plain).slice(0, maxLength).join('')
}

/** Sorts after every other character, in both databases. */
export const lastCharacter = '\u{10ffff}'

/** How many words of a name are found, beside its beginning. */
const mostParts = 8

/** Where a word begins: Han characters are written without spaces, so each begins one. */
const wordStart = /(?<![\p{L}\p{N}])[\p{L}\p{N}]|(?<=.)\p{Script=Han}/gu

/**
 * A name from its beginning on, and from each of its words on. A search finds the beginning of one of them.
 * @param sortKey of the name
 */
export const namePartsOf = (sortKey: string): string[] => {
  const starts = [...sortKey.matchAll(wordStart)].map(({ index }) => index)
  return [...new Set([0, ...starts.slice(0, mostParts)].map((start) => sortKey.slice(start)))]
}
