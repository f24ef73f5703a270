import { readEmail } from './email'
import { readMobile } from './number'
import { label, unwrapped } from './parts/wrapping'
import { plainDigits, plainText, spelt } from './text'

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

/** A part of a line, with the separator that ends it. */
const part = /((?:"[^"]*"|<[^<>]*>|&[lg]t;|;(?=phone-context)|[^,;，；、\t])*)([,;，；、\t]?)/g

const hasAddress = (text: string): boolean => /[@＠<]/.test(text) || plainDigits(text).replace(/\D/g, '').length >= 5

/** List markers at the start of a line: signs and a number. */
const listed = /^\s*(?:(?:[>*•‣·–—☐☑✓-]|\[[ xX]?\])\s+)*(?:\d{1,3}[.)、]\s*(?=[^@]*@|\+|\D*\d{10}))?/

/** Words and signs that people put between two addresses. */
const between = /^(?:and|or|und|oder|et|ou|y|o|e|[&/|+]|和|及|与|或)$/i

/** Several addresses that only spaces or these words separate. Undefined: the text has other words. */
const severalIn = (text: string): string[] | undefined => {
  const words = text.split(/\s+/).filter((word) => !between.test(word))
  return words.every((word) => /^[^\s@]+@[^\s@]+$|^\+?\d{8,}$/.test(plainDigits(word))) ? words : undefined
}

/**
 * The addresses of one line, as mail programs and spreadsheets copy them: separated by commas, semicolons, tabs or
 * spaces. A name stays with its address, even "Li, Bo <bo@example.com>" and a name in the previous or next cell.
 */
export const addressesIn = (line: string): string[] => {
  if (line.length > longestLine) return [line]
  // "EMAIL;TYPE=HOME:" separates nothing.
  const bare = line.replace(listed, '').replace(label, (before) => (/[,;]/.test(before) ? '' : before))
  const found: string[] = []
  let waiting = ''
  for (const [, typed = '', sign = ''] of bare.matchAll(part)) {
    const text = typed.trim()
    if (text === '') continue
    if (!hasAddress(text)) {
      waiting += text + (sign === '\t' ? sign : sign && `${sign} `)
      continue
    }
    const name = waiting.replace(/\t$/, '')
    const isNamed = /<|\p{Ps}\S+@/u.test(text)
    if (waiting !== '' && !isNamed && name === waiting) found.push(waiting.replace(/[,;，；、]$/, ''))
    if (isNamed) found.push([waiting.trim(), text].filter((each) => each !== '').join(' '))
    else if (name !== waiting) found.push(`${name} <${text}>`)
    else found.push(...(severalIn(text) ?? [text]))
    waiting = ''
  }
  const last = found.at(-1)
  if (waiting === '') return found
  const isInNextCell = last !== undefined && /\t[^\t]+\t?$/.test(line)
  if (!isInNextCell) return [...found, waiting]
  // After a name and its address, a further cell is about something else.
  return last.includes('<') ? found : [...found.slice(0, -1), `${waiting.trim()} <${last}>`]
}

/** How much of an unreadable text is kept: enough for a name and an address, which are corrected in a form. */
const shownLength = 120

/** The beginning of unreadable text, in one line, without characters that change its direction. */
export const shownBeginning = (typed: string): string => {
  const characters = [...spelt(typed.slice(0, 2 * shownLength).replace(/\p{Cc}+/gu, ' '))]
  return characters.length > shownLength ? `${characters.slice(0, shownLength - 1).join('')}…` : characters.join('')
}
