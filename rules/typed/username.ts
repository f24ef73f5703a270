import { readNumber } from './number'
import { skeletonOf } from './parts/skeleton'
import { hasTricks, isOneWayOfWriting } from './parts/writing'
import { plainText, type Read, refused } from './text'

export { isSensitive } from './parts/official'

export type UsernameRefusal = 'too_short' | 'too_long' | 'characters' | 'mixed_scripts' | 'looks_like_address'

/**
 * A username in the form that is compared and stored, with its skeleton: two usernames with the same skeleton look
 * alike.
 */
export interface UsernameRecord {
  value: string
  skeleton: string
}

export const usernameRecord = (value: string): UsernameRecord => ({ value, skeleton: skeletonOf(value) })

/** The form in which usernames are compared: NFKC, in lower case. The lower case of the Turkish İ is i. */
export const comparedUsername = (typed: string): string => plainText(typed).replaceAll('İ', 'i').toLowerCase()

/**
 * In characters (code points), after normalisation. Two Chinese, Japanese or Korean characters are enough for a name.
 */
const length = { min: 3, minOfSyllables: 2, max: 32 }
const syllables = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u

/** Letters and digits, with single . _ - between them. */
const shape = /^(?:[\p{L}\p{Nd}]\p{M}*)+(?:[._-](?:[\p{L}\p{Nd}]\p{M}*)+)*$/u
const noCharacter = /[^\p{L}\p{Nd}\p{M}._\s-]/u

/** As many digits as a phone number has in some region, however they are grouped. */
const digitsOfAPhone = /^\p{Nd}{7,}$/u

/**
 * Reads the username that a person wants: 3 to 32 letters and digits of one writing system, with single . _ - between
 * them. A sign-in must not take it for an email or a phone number.
 * @param region of numbers without a country code
 */
export const readUsername = (typed: string, region: string): Read<UsernameRecord, UsernameRefusal> => {
  const value = comparedUsername(typed)
  const characters = [...value].length
  if (value.includes('@')) return refused('looks_like_address')
  if (characters < (syllables.test(value) ? length.minOfSyllables : length.min)) return refused('too_short')
  if (characters > length.max) return refused('too_long')
  if (digitsOfAPhone.test(value.replace(/[._-]/g, '')) || readNumber({ typed: value, region }).ok)
    return refused('looks_like_address')
  // A username that a sign-in reads differently could never sign in.
  if (!shape.test(value) || hasTricks(value) || comparedUsername(value) !== value)
    return refused('characters', noCharacter.exec(value)?.[0])
  if (!isOneWayOfWriting(value)) return refused('mixed_scripts')
  return { ok: true, value: usernameRecord(value) }
}
