/** Control characters, including NUL. No field of one line accepts them. */
export const control = /\p{Cc}/u

/** Invisible characters that come with pasted text: direction marks, zero-width spaces, the byte order mark. */
const pasted = /[\p{Bidi_Control}\u00ad\u200b\u2060-\u2065\ufeff]/gu

/**
 * The maximum length of a text that is normalised. No field takes more, and the time for a run of accents grows with
 * its square.
 */
const longestNormalized = 1024

const normalized = (text: string, form: 'NFC' | 'NFKC'): string =>
  text.length > longestNormalized ? text : text.normalize(form)

/** The value of a decimal digit. Each script has its ten digits in a row, the zero first (Unicode, section 4.6). */
const plainDigit = (digit: string): string => `${digitsBelow(digit.codePointAt(0) ?? 0) % 10}`
const digitsBelow = (code: number): number =>
  /\p{Nd}/u.test(String.fromCodePoint(code - 1)) ? digitsBelow(code - 1) + 1 : 0

export const withoutPasted = (text: string): string => text.replace(pasted, '')

/**
 * Compatibility forms, such as full-width letters, as plain ones. Everything else stays, because the text may be a
 * password.
 */
export const withoutWidth = (text: string): string => normalized(text, 'NFKC')

/**
 * The plain form of an address, a username or a code: no compatibility forms, nothing invisible, no spaces around it.
 */
export const plainText = (typed: string): string =>
  withoutPasted(withoutWidth(typed))
    .replace(/\p{Join_Control}/gu, '')
    .trim()

/** The plain form of a number, a code or a day: with the digits of every keyboard as 0 to 9. */
export const plainDigits = (typed: string): string => plainText(typed).replace(/(?![0-9])\p{Nd}/gu, plainDigit)

/**
 * Joiners without effect on the spelling: at the edge of a word, and in scripts that have none. They come with pasted
 * text.
 */
const strayJoiners =
  /(?<![\p{L}\p{M}])\p{Join_Control}+|\p{Join_Control}+(?![\p{L}\p{M}])|(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}])\p{Join_Control}+/gu

/** A name as its owner spells it, in one line: composed (NFC), with single plain spaces, and without pasted marks. */
export const spelt = (typed: string): string =>
  withoutPasted(normalized(typed, 'NFC'))
    .replace(/\p{Zs}+/gu, ' ')
    .replace(/[\ufe0e\ufe0f]/g, '')
    .replace(strayJoiners, '')
    .trim()

/** A value, or why it was refused. `character`: the refused one. */
export type Read<Value, Reason extends string> = { ok: true; value: Value } | Refused<Reason>

export interface Refused<Reason extends string> {
  ok: false
  reason: Reason
  character?: string
}

export const refused = <Reason extends string>(reason: Reason, character?: string): Refused<Reason> =>
  character === undefined ? { ok: false, reason } : { ok: false, reason, character }
