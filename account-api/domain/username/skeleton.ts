import unhomoglyph from 'unhomoglyph'

/** Looks like another letter only in lower case, which is how names are shown; the Unicode data has its capital in mind. */
const inLowerCase: Record<string, string> = { ӏ: 'l' }

/** Marks that any letter can carry (accents, dots), save for the voicing marks, which make another kana. */
const accents = /(?![\u3099\u309a])(?=\p{Mn})\p{Script=Inherited}/gu

/**
 * What a name looks like: two names with one skeleton can be mistaken for each other. The skeleton of Unicode TR39,
 * section 4, in lower case and without accents. It is for comparing alone, and is never shown.
 */
export const skeletonOf = (name: string): string => {
  const looks = replaced(name)
  // A look-alike of a capital is a look-alike of its small letter too, which the data may map on.
  return looks === name ? looks : skeletonOf(looks)
}

const replaced = (text: string): string =>
  unhomoglyph(text.normalize('NFD').replace(/[ӏ]/gu, (letter) => inLowerCase[letter] ?? letter))
    .normalize('NFD')
    .replace(accents, '')
    .toLowerCase()
