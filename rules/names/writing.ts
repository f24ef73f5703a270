/** Invisible letters, marks that can be put on any letter, and repeated marks (Unicode TR39, section 5.4). */
const tricks = /\p{Default_Ignorable_Code_Point}|(?=\p{M})\p{Script=Inherited}|(\p{M})\1|\p{M}{6}/u

/** The scripts in everyday use (Unicode UAX #31, tables 5 and 7), without those of East Asia. */
const scripts =
  'Adlam Arabic Armenian Balinese Bamum Batak Bengali Canadian_Aboriginal Chakma Cham Cherokee Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hanifi_Rohingya Hebrew Javanese Kannada Kayah_Li Khmer Lao Lepcha Limbu Lisu Malayalam Mandaic Meetei_Mayek Miao Myanmar New_Tai_Lue Newa Nko Nyiakeng_Puachue_Hmong Ol_Chiki Oriya Osage Saurashtra Sinhala Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tamil Telugu Thaana Thai Tibetan Tifinagh Vai Wancho Yi'

/**
 * The scripts that one word may mix: one script, or the combinations of East Asia ("highly restrictive" in TR39,
 * section 5.2).
 */
const writtenTogether = ['Latin Han Hiragana Katakana', 'Latin Han Bopomofo', 'Latin Han Hangul', ...scripts.split(' ')]

const oneWayOfWriting = writtenTogether.map((names) => {
  const letters = names.split(' ').map((name) => `\\p{Script_Extensions=${name}}`)
  return new RegExp(`^[0-9._${letters.join('')}-]+$`, 'u')
})

/** Digits of two scripts, which may look alike. */
const digitsOfTwoKinds = /[0-9].*(?![0-9])\p{Nd}|(?![0-9])\p{Nd}.*[0-9]/u

/** True when a text, in a composed form, has invisible letters, or marks that hide the letter below them. */
export const hasTricks = (text: string): boolean => tricks.test(text)

/** True when a word of letters, digits and . _ - is of one writing system. */
export const isOneWayOfWriting = (word: string): boolean =>
  !digitsOfTwoKinds.test(word) && oneWayOfWriting.some((way) => way.test(word))
