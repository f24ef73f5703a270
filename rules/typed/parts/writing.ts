import { greekInLatin, writtenTogether } from '#rules/typed/tables/letters'

const oneWayOfWriting = writtenTogether.map((names) => {
  const letters = names
    .split(' ')
    .map((name) => `\\p{Script_Extensions=${name}}${name === 'Latin' ? greekInLatin : ''}`)
  return new RegExp(`^[0-9._${letters.join('')}-]+$`, 'u')
})

/** Digits of two scripts, which may look alike. */
const digitsOfTwoKinds = /[0-9].*(?![0-9])\p{Nd}|(?![0-9])\p{Nd}.*[0-9]/u

/** Marks that any letter can have. */
const accents = /(?=\p{M})\p{Script=Inherited}/gu

/** True when a word of letters, digits and . _ - is of one writing system. */
export const isOneWayOfWriting = (word: string): boolean => {
  const bare = word.replace(accents, '')
  return !digitsOfTwoKinds.test(bare) && oneWayOfWriting.some((way) => way.test(bare))
}

/** Invisible letters: fillers, tags, and variation selectors after a letter without variants. */
const invisible =
  /(?!\p{Join_Control})(?:(?<=\p{Script=Mongolian})[\u180b-\u180f]|(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|(\p{Default_Ignorable_Code_Point}))/gu

/** Marks that strike a letter out, surround it, or are on no letter; a repeated mark; three accents; or six marks. */
const hiding =
  /[\u0334-\u0338]|\p{Me}|[\ufe20-\ufe2f]|(?<![\p{L}\p{M}\p{Join_Control}])\p{M}|(\p{M})\1|(?:\p{M}*(?=\p{M})\p{Script=Inherited}){3}|\p{M}{6}/u

/**
 * The character in a composed name that is invisible or hides the letter below it. One or two accents on a letter are
 * part of its spelling, as in Yoruba, Arabic and Haida.
 */
export const trickIn = (text: string): string | undefined => {
  for (const [character, hidden] of text.matchAll(invisible)) if (hidden !== undefined) return character
  return hiding.exec(text.replace(/[\p{Variation_Selector}\u180e]/gu, ''))?.[0]
}

/**
 * The invisible or hiding character in a username, in which accents that do not compose with their letters are refused,
 * too.
 */
export const hasTricks = (text: string): boolean =>
  /\p{Default_Ignorable_Code_Point}|(?=\p{M})\p{Script=Inherited}|(\p{M})\1|\p{M}{6}/u.test(text)
