import type { usernameRefusals } from '../../../contract/errors'
import { identify, normalizeUsername } from '../account/identifier'
import { skeletonOf } from './skeleton'
import type { UsernameRecord } from './username-store'

export type UsernameRefusal = (typeof usernameRefusals)[number]

/** In characters (code points), after normalisation. */
const length = { min: 3, max: 32 }

/** Letters and digits, with single . _ - between them. */
const shape = /^(?:[\p{L}\p{Nd}]\p{M}*)+(?:[._-](?:[\p{L}\p{Nd}]\p{M}*)+)*$/u

/** Invisible letters, marks that any letter can have, and repeated marks (Unicode TR39, section 5.4). */
const tricks = /\p{Default_Ignorable_Code_Point}|(?=\p{M})\p{Script=Inherited}|(\p{M})\1|\p{M}{6}/u

/** As many digits as a phone number has in some region, however they are grouped. */
const digitsOfAPhone = /^\p{Nd}{7,}$/u

/** The scripts in everyday use (Unicode UAX #31, tables 5 and 7), without those of East Asia. */
const scripts =
  'Adlam Arabic Armenian Balinese Bamum Batak Bengali Canadian_Aboriginal Chakma Cham Cherokee Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hanifi_Rohingya Hebrew Javanese Kannada Kayah_Li Khmer Lao Lepcha Limbu Lisu Malayalam Mandaic Meetei_Mayek Miao Myanmar New_Tai_Lue Newa Nko Nyiakeng_Puachue_Hmong Ol_Chiki Oriya Osage Saurashtra Sinhala Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tamil Telugu Thaana Thai Tibetan Tifinagh Vai Wancho Yi'

/**
 * The scripts that one username may mix: one script, or the combinations of East Asia ("highly restrictive" in TR39,
 * section 5.2).
 */
const writtenTogether = ['Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul', ...scripts.split(' ')]

const oneWayOfWriting = writtenTogether.map((names) => {
  const letters = names.split(' ').map((name) => `\\p{Script_Extensions=${name}}`)
  return new RegExp(`^[0-9._${letters.join('')}-]+$`, 'u')
})

/** Digits of two scripts, which may look alike. */
const digitsOfTwoKinds = /[0-9].*(?![0-9])\p{Nd}|(?![0-9])\p{Nd}.*[0-9]/u

/**
 * Reads the username that a person wants: 3 to 32 letters and digits of one writing system, with single . _ - between
 * them. A sign-in must not take it for an email or a phone number.
 */
export const readUsername = (
  typed: string,
  defaultRegion: string,
): { ok: true; username: UsernameRecord } | { ok: false; reason: UsernameRefusal } => {
  const value = normalizeUsername(typed)
  const reason = refusalOf(value, defaultRegion)
  return reason ? { ok: false, reason } : { ok: true, username: { value, skeleton: skeletonOf(value) } }
}

const refusalOf = (value: string, defaultRegion: string): UsernameRefusal | undefined => {
  const characters = [...value].length
  if (value.includes('@')) return 'looks_like_address'
  if (characters < length.min) return 'too_short'
  if (characters > length.max) return 'too_long'
  if (identify(value, defaultRegion).kind !== 'username' || digitsOfAPhone.test(value.replace(/[._-]/g, '')))
    return 'looks_like_address'
  // A username that a sign-in reads differently could never sign in.
  if (!shape.test(value) || tricks.test(value) || normalizeUsername(value) !== value) return 'characters'
  return !digitsOfTwoKinds.test(value) && oneWayOfWriting.some((way) => way.test(value)) ? undefined : 'mixed_scripts'
}
