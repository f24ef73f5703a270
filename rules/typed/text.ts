/** Control characters, among them NUL. No field of one line accepts them. */
export const control = /\p{Cc}/u

/** Invisible characters that come with pasted text: zero-width spaces, direction marks, the byte order mark. */
const pasted = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Joiners, which are part of the spelling of some scripts and come with pasted text in others. */
const joiners = /[\u200c\u200d]/g

/** The longest text that is normalized. No field takes more, and a run of accents takes time by its square. */
const longestNormalized = 1024

const normalized = (text: string, form: 'NFC' | 'NFKC'): string =>
  text.length > longestNormalized ? text : text.normalize(form)

const isDigit = /^\p{Nd}$/u

/** The value of a decimal digit. Each script has its ten digits in a row, the zero first (Unicode, section 4.6). */
const plainDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (isDigit.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((code - zero) % 10)
}

/** The digits of every keyboard as 0 to 9. */
export const withPlainDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, plainDigit)

/** A text without what comes with pasted text and cannot be seen. */
export const withoutPasted = (text: string): string => text.replace(pasted, '')

/** Compatibility forms as plain ones, such as full-width letters. The text may be a password, which keeps all else. */
export const withoutWidth = (text: string): string => normalized(text, 'NFKC')

/** The plain form of an address, a username or a code: no compatibility forms, nothing invisible, no spaces around it. */
export const plainText = (typed: string): string => withoutPasted(withoutWidth(typed)).replace(joiners, '').trim()

/** The plain form of a number, a code or a day: the same with plain digits. */
export const plainDigits = (typed: string): string => withPlainDigits(plainText(typed))

/** An address without what it is, as "E-mail:", "Tel.:" or "mailto:" is before one. */
export const withoutLabel = (text: string): string => text.replace(/^\p{L}[\p{L}\s.-]{0,19}:(?!\/\/)\s*/u, '')

/** Between or after letters of the scripts that are misspelt without joiners; or within a letter of Mongolian. */
const strayJoiners =
  /(?<![\p{L}\p{M}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}])|(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}])[\u200c\u200d]+/gu

/** A name as its owner spells it, in one line: composed (NFC), with single plain spaces, and without pasted marks. */
export const spelt = (typed: string): string =>
  withoutPasted(normalized(typed, 'NFC'))
    .replace(/[\p{Zs}]+/gu, ' ')
    .replace(/[\ufe0e\ufe0f]/g, '')
    .replace(strayJoiners, '')
    .trim()

/** A value, or why there is none. `character`: the one that is refused. */
export type Read<Value, Reason extends string> =
  | { ok: true; value: Value }
  | { ok: false; reason: Reason; character?: string | undefined }

export const refused = <Reason extends string>(
  reason: Reason,
  character?: string,
): { ok: false; reason: Reason; character?: string | undefined } =>
  character === undefined ? { ok: false, reason } : { ok: false, reason, character }
