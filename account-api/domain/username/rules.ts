import type { usernameRefusals } from '../../../contract/errors'
import { identify, normalizeUsername } from '../account/identifier'
import { skeletonOf } from './skeleton'
import type { UsernameRecord } from './username-store'

export type UsernameRefusal = (typeof usernameRefusals)[number]

/** In characters (code points) after normalisation. */
const length = { min: 3, max: 32 }

/** Letters and digits, with single . _ - between them. */
const shape = /^(?:[\p{L}\p{Nd}]\p{M}*)+(?:[._-](?:[\p{L}\p{Nd}]\p{M}*)+)*$/u

/** Letters that nobody sees, marks that any letter can carry, and marks piled up (Unicode TR39, section 5.4). */
const tricks = /\p{Default_Ignorable_Code_Point}|(?=\p{M})\p{Script=Inherited}|(\p{M})\1|\p{M}{6}/u

/** As many digits as a phone number has somewhere, however they are grouped. */
const digitsOfAPhone = /^\p{Nd}{7,}$/u

/** The scripts that people write in today (Unicode UAX #31, tables 5 and 7). Those of East Asia stand below. */
const scripts =
  'Adlam Arabic Armenian Balinese Bamum Batak Bengali Canadian_Aboriginal Chakma Cham Cherokee Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hanifi_Rohingya Hebrew Javanese Kannada Kayah_Li Khmer Lao Lepcha Limbu Lisu Malayalam Mandaic Meetei_Mayek Miao Myanmar New_Tai_Lue Newa Nko Nyiakeng_Puachue_Hmong Ol_Chiki Oriya Osage Saurashtra Sinhala Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tamil Telugu Thaana Thai Tibetan Tifinagh Vai Wancho Yi'

/** What may stand in one name: one script, or what East Asia writes together ("highly restrictive" of TR39, section 5.2). */
const writtenTogether = ['Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul', ...scripts.split(' ')]

const oneWayOfWriting = writtenTogether.map((names) => {
  const letters = names.split(' ').map((name) => `\\p{Script_Extensions=${name}}`)
  return new RegExp(`^[0-9._${letters.join('')}-]+$`, 'u')
})

/** Digits of two kinds, of which one may look like another of the other. */
const digitsOfTwoKinds = /[0-9].*(?![0-9])\p{Nd}|(?![0-9])\p{Nd}.*[0-9]/u

/**
 * Reads a name that a person wants: 3 to 32 letters and digits of one way of writing, with single . _ - between them,
 * that a sign-in would not take for an email or a phone number.
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
  // What a sign-in would read otherwise could never be signed in with.
  if (!shape.test(value) || tricks.test(value) || normalizeUsername(value) !== value) return 'characters'
  return !digitsOfTwoKinds.test(value) && oneWayOfWriting.some((way) => way.test(value)) ? undefined : 'mixed_scripts'
}
