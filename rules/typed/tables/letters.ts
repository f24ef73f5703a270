/** Letters that people search for as others, although Unicode does not decompose them. */
export const foldedLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ə: 'e' },
  // Arabic letters that keyboards of several countries, and hurried writers, use for each other.
  ...{ ى: 'ي', ی: 'ي', ې: 'ي', ک: 'ك', ة: 'ه', ە: 'ه', ہ: 'ه', ٱ: 'ا', ـ: '' },
  ...{ ё: 'е', ґ: 'г' },
}

/**
 * Letters that look like others in lower case, as usernames are shown, and small capitals; and those others. The Unicode
 * data compares capitals, and has few of the small ones.
 */
export const lookAlikes = ['ӏᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'labcdefghijklmnoprstuvwyz'] as const

/** Digits that are read as letters, and those letters. The letters i and l count as one. */
export const digitsAsLetters = ['l34578', 'ieastb'] as const

/** Signs that are read as letters within a word. */
export const signsAsLetters = ['!@$', 'ias'] as const

/** The scripts in everyday use (Unicode UAX #31, tables 5 and 7), without those of East Asia. */
const scripts =
  'Adlam Arabic Armenian Balinese Bamum Batak Bengali Canadian_Aboriginal Chakma Cham Cherokee Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hanifi_Rohingya Hebrew Javanese Kannada Kayah_Li Khmer Lao Lepcha Limbu Lisu Malayalam Mandaic Meetei_Mayek Miao Mongolian Myanmar New_Tai_Lue Newa Nko Nyiakeng_Puachue_Hmong Ol_Chiki Oriya Osage Saurashtra Sinhala Sundanese Syloti_Nagri Syriac Tai_Le Tai_Tham Tai_Viet Tamil Telugu Thaana Thai Tibetan Tifinagh Vai Wancho Yi'

/**
 * The scripts that one word may mix: one script, or the combinations of East Asia ("highly restrictive" in TR39,
 * section 5.2).
 */
export const writtenTogether = [
  'Latin Han Hiragana Katakana',
  'Latin Han Bopomofo',
  'Latin Han Hangul',
  ...scripts.split(' '),
]

/** Greek letters that Latin alphabets use, and that do not look like Latin ones: Musqueam has xʷməθkʷəy̓əm. */
export const greekInLatin = 'θλ'
