import unhomoglyph from 'unhomoglyph'

/**
 * Letters that look like another one only in lower case, as usernames are shown. The Unicode data compares their
 * capitals.
 */
const inLowerCase: Record<string, string> = { ӏ: 'l' }

/** Marks that any letter can have (accents, dots). The voicing marks are left out, because they make another kana. */
const accents = /(?![\u3099\u309a])(?=\p{Mn})\p{Script=Inherited}/gu

/**
 * The skeleton of a username: two usernames with one skeleton look alike. It is that of Unicode TR39, section 4, in
 * lower case and without accents. It is only compared, and never shown.
 */
export const skeletonOf = (name: string): string => {
  const looks = replaced(name)
  // Repeated, because the lower case of a look-alike may have its own look-alike.
  return looks === name ? looks : skeletonOf(looks)
}

const replaced = (text: string): string =>
  unhomoglyph(text.normalize('NFD').replace(/[ӏ]/gu, (letter) => inLowerCase[letter] ?? letter))
    .normalize('NFD')
    .replace(accents, '')
    .toLowerCase()
