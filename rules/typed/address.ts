import { readEmail } from './email'
import { readMobile } from './number'
import { label, unwrapped } from './parts/wrapping'
import { plainText, spelt } from './text'

/** An address in a list, with the name before it. */
export interface ListedAddress {
  channel: 'mobile' | 'email'
  address: string
  name: string
}

/** Longer than any name with an address. */
const maxLength = 600

/** A mobile or an email in a list, also as `name <address>`. Undefined for anything else. */
export const readListedAddress = (typed: string, region: string): ListedAddress | undefined => {
  if (typed.length > maxLength) return undefined
  const { name, text } = unwrapped(spelt(typed))
  const channel = plainText(text).includes('@') ? 'email' : 'mobile'
  const read = channel === 'email' ? readEmail(text) : readMobile({ typed: text, region })
  return read.ok ? { channel, address: read.value, name } : undefined
}

/** A longer line is no list of addresses. */
const longestLine = 100_000

const quotedOr = (signs: string): string => `(?:"[^"]*"|[^${signs}])`
/** Text before a separator, without an address. */
const noAddress = `(?!\\s*[,;，；、])(?!(?:[^,;，；、<\\p{Nd}]*\\p{Nd}){5})${quotedOr('"@＠<,;，；、')}*[,;，；、]`

/** A part of a line, up to a separator. Separators before a name and a bracket belong to the name: "Li, Bo <…>". */
const part = new RegExp(
  `(?:${noAddress}){0,3}${quotedOr('"@＠<(\\[\\d,;，；、')}*[<([][^<>()[\\]]*[>)\\]](?:[^,;，；、]*)|` +
    `(?:"[^"]*"|<[^<>]*>|&[lg]t;|;(?=phone-context)|[^,;，；、])+`,
  'gu',
)

/** An email, a bracket before one, or a number. */
const address = /[@＠﹫<]|(?:\p{Nd}\P{Nd}*){5}/u

/** List markers at the start of a line: signs and a number. */
const listed = /^\s*(?:(?:[>*•‣·–—☐☑✓-]|\[[ xX]?\])\s+)*(?:\d{1,3}[.)、]\s*(?=[^@]*@|\+|\D*\d{10}))?/

/** Words and signs that people put between two addresses. */
const between = /^(?:and|or|und|oder|et|ou|y|o|e|[&/|+]|和|及|与|或)$/i

/** The addresses of a part in which only spaces or these words separate them; otherwise the part. */
const severalIn = (text: string): string[] => {
  const words = text.split(/\s+/).filter((word) => word !== '' && !between.test(word))
  return words.every((word) => /^[^@＠<>]+[@＠][^@＠<>]+$|^[+＋]?\p{Nd}{8,}$/u.test(word)) ? words : [text.trim()]
}

/**
 * The addresses of one line, as mail programs and spreadsheets copy them: separated by commas, semicolons, tabs or
 * spaces. In a row of cells, the first cell without an address is the name of the first address.
 */
export const addressesIn = (line: string): string[] => {
  if (line.length > longestLine) return [line]
  // "EMAIL;TYPE=HOME:" separates nothing.
  const bare = line.replace(listed, '').replace(label, (before) => (/[,;]/.test(before) ? '' : before))
  const cells = bare.split('\t').filter((cell) => cell.trim() !== '')
  const parts = cells.flatMap((cell) => (cell.match(part) ?? []).flatMap(severalIn))
  const [first, ...others] = parts.filter((each) => address.test(each))
  if (cells.length < 2 || first === undefined) return parts
  const name = parts.find((each) => !address.test(each))
  return [name === undefined || first.includes('<') ? first : `${name} <${first}>`, ...others]
}

/** How much of an unreadable text is kept: enough for a name and an address, which are corrected in a form. */
const shownLength = 120

/** The beginning of unreadable text, in one line, without characters that change its direction. */
export const shownBeginning = (typed: string): string => {
  const characters = [...spelt(typed.slice(0, 2 * shownLength).replace(/\p{Cc}+/gu, ' '))]
  return characters.length > shownLength ? `${characters.slice(0, shownLength - 1).join('')}…` : characters.join('')
}
