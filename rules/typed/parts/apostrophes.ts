/** An apostrophe of keyboards and phones, and the Hebrew one. */
const usual = "'’＇ʼꞌ׳"

/** Signs used as an apostrophe before a letter, as in Hawaiian, Uzbek and transliterations. */
const beforeLetters = '‘‛ʻʽʾʿ`´′ʹˈ'

const apostrophe = `[${usual}${beforeLetters}]`
const letter = '[\\p{L}\\p{M}\\p{N}]'

/**
 * An apostrophe before a letter or a digit, or a usual apostrophe after one. Within a Hebrew word a quotation mark
 * marks an abbreviation.
 */
const apostrophes = new RegExp(
  `(?<=\\p{Script=Hebrew})["״”](?=\\p{Script=Hebrew})|${apostrophe}(?=[\\p{L}\\p{Nd}])|(?<=${letter})[${usual}](?!${apostrophe})`,
  'gu',
)

/** A single letter with an apostrophe before or after it abbreviates a word, as in "Gerard 't Hooft". */
const short = new RegExp(`(?<!${letter})${apostrophe}?\\p{L}${apostrophe}?(?!${letter})`, 'gu')

/** A word or more between two apostrophes, which look like quotation marks. */
const pair = new RegExp(`(?<!${letter})${apostrophe}${letter}.*${letter}${apostrophe}(?!${letter})`, 'u')

/**
 * A name without its apostrophes that do not close quotation marks around it. Undefined: they are a pair of quotation
 * marks themselves.
 */
export const withoutApostrophes = (name: string): string | undefined =>
  pair.test(name.replace(short, 'x')) ? undefined : name.replace(apostrophes, '')

export const withPlainApostrophes = (text: string): string => text.replace(new RegExp(apostrophe, 'gu'), "'")
