import { readEmail } from './email'
import { readMobile } from './number'
import { plainDigits, spelt } from './text'

/** An address as a list has it, with the name that is before it. */
export interface ListedAddress {
  channel: 'mobile' | 'email'
  address: string
  name: string
}

/** Longer than any name with an address. */
const maxLength = 600

/** An email in round or square brackets behind a name, as some programs copy it. */
const inBrackets = /^([^()[\]<>@]*)[([]([^()[\]<>@\s]+@[^()[\]<>@\s]+)[)\]][.,;]?$/u

const named = /^([^<>＜＞]*)[<＜]([^<>＜＞]+)[>＞]$/
const quoted = /^(["'“‘])(.*)["'”’]$/

/** A mobile or an email that somebody listed, also as `name <address>`. Undefined for what is neither. */
export const readListedAddress = (typed: string, region: string): ListedAddress | undefined => {
  if (typed.length > maxLength) return undefined
  const plain = spelt(typed).replace(inBrackets, '$1<$2>')
  const [, before = '', within] = named.exec(plain) ?? []
  const name = before.trim().replace(quoted, '$2').trim()
  const text = (within ?? plain.replace(quoted, '$2')).trim()
  const isEmail = /[@＠]/.test(text)
  const read = isEmail ? readEmail(text) : readMobile({ typed: text, region })
  return read.ok ? { channel: isEmail ? 'email' : 'mobile', address: read.value, name } : undefined
}

/** A line of more characters is no list of addresses. */
const longestLine = 100_000

/** A part of a line, with the sign that ends it. */
const part = /((?:"[^"]*"|<[^<>]*>|[^,;，；、\t])*)([,;，；、\t]?)/g

const hasAddress = (text: string): boolean => /[@＠<]/.test(text) || plainDigits(text).replace(/\D/g, '').length >= 5

/** Several addresses that only spaces separate. */
const isSeveral = (words: readonly string[]): boolean =>
  words.length > 1 && words.every((word) => /^[^\s@]+@[^\s@]+$|^\+?\d{8,}$/.test(plainDigits(word)))

/**
 * The addresses of one line, as mail programs and tables copy them: with commas, semicolons, tabs or spaces between them.
 * A name before an address stays with it, also "Li, Bo <bo@example.com>" and a name in the cell before or after.
 */
export const addressesIn = (line: string): string[] => {
  if (line.length > longestLine) return [line]
  const found: string[] = []
  let waiting = ''
  for (const [, typed = '', sign = ''] of line.matchAll(part)) {
    const text = typed.trim()
    if (text === '') continue
    if (!hasAddress(text)) {
      waiting += text + (sign === '\t' ? sign : sign && `${sign} `)
      continue
    }
    const name = waiting.replace(/\t$/, '')
    const isNamed = text.includes('<') || inBrackets.test(text)
    if (waiting !== '' && !isNamed && name === waiting) found.push(waiting.replace(/[,;，；、]$/, ''))
    const words = text.split(/\s+/)
    if (isNamed) found.push([waiting.trim(), text].filter((each) => each !== '').join(' '))
    else if (name !== waiting) found.push(`${name} <${text}>`)
    else found.push(...(isSeveral(words) ? words : [text]))
    waiting = ''
  }
  const last = found.at(-1)
  if (waiting === '') return found
  const isInNextCell = last !== undefined && !last.includes('<') && /\t[^\t]+\t?$/.test(line)
  return isInNextCell ? [...found.slice(0, -1), `${waiting.trim()} <${last}>`] : [...found, waiting]
}

/** How much of an unreadable text is kept: enough for a name and an address, which are corrected in a form. */
const shownLength = 120

/** The beginning of what could not be read, as one line that turns nothing around it. */
export const shownBeginning = (typed: string): string => {
  const characters = [...spelt(typed.slice(0, 2 * shownLength).replace(/\p{Cc}+/gu, ' '))]
  return characters.length > shownLength ? `${characters.slice(0, shownLength - 1).join('')}…` : characters.join('')
}
