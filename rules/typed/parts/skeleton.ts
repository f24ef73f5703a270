import unhomoglyph from 'unhomoglyph'
import { lookAlikes } from '#rules/typed/tables/letters'

/** Replaces each character of the first text by the one at its place in the second. */
export const replacing =
  ([from, to]: readonly [from: string, to: string]) =>
  (text: string): string =>
    text.replace(new RegExp(`[${from}]`, 'gu'), (sign) => to.charAt(from.indexOf(sign)))

const small = replacing(lookAlikes)

/** Marks that any letter can have (accents, dots). The voicing marks are left out, because they make another kana. */
const accents = /(?![\u3099\u309a])(?=\p{Mn})\p{Script=Inherited}/gu

/**
 * The skeleton of a username: two usernames with the same skeleton look alike. It follows Unicode TR39, section 4, in
 * lower case and without accents. It is only compared, and never shown.
 */
export const skeletonOf = (name: string): string => {
  const skeleton = unhomoglyph(small(name.normalize('NFD')))
    .normalize('NFD')
    .replace(accents, '')
    .toLowerCase()
  // Repeated, because the lower case of a look-alike may have its own look-alike.
  return skeleton === name ? skeleton : skeletonOf(skeleton)
}
