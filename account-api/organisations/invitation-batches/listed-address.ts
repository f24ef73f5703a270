import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { email } from '../../../contract/terms/fields'
import { asMailbox } from '../../../contract/terms/mailbox'

/** An address as a list has it, with the name that stands before it. */
export interface ListedAddress {
  channel: 'mobile' | 'email'
  address: string
  name: string
}

/** Longer than any name with an address. */
const maxLength = 600

/** Invisible characters that come with pasted text, those among them that turn the direction of what follows. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/g

/** A mobile or an email that somebody listed, also as `name <address>`. Undefined for what is neither. */
export const readListedAddress = (typed: string, region: string): ListedAddress | undefined => {
  if (typed.length > maxLength) return undefined
  const plain = typed.normalize('NFKC').replace(invisible, '').trim()
  const [, before = '', within] = /^([^<>]*)<([^<>]+)>$/.exec(plain) ?? []
  const name = before
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
  const text = (within ?? plain).trim().replace(/^mailto:/i, '')
  const address = text.includes('@') ? mailboxOf(text) : mobileOf(text, region)
  return address && { ...address, name }
}

const mailboxOf = (text: string): Omit<ListedAddress, 'name'> | undefined => {
  const { data } = email.safeParse(asMailbox(text))
  return data === undefined ? undefined : { channel: 'email', address: data }
}

const separators = /[\s\p{Pd}()[\].·/]/gu
const mobileTypes = ['MOBILE', 'FIXED_LINE_OR_MOBILE', undefined]

const mobileOf = (text: string, region: string): Omit<ListedAddress, 'name'> | undefined => {
  const digits = text.replace(separators, '').replace(/^00/, '+')
  if (!/^\+?\d{5,20}$/.test(digits)) return undefined
  const number = parsePhoneNumberFromString(digits, isSupportedCountry(region) ? (region as CountryCode) : undefined)
  if (!number?.isValid() || !mobileTypes.includes(number.getType())) return undefined
  return { channel: 'mobile', address: number.number }
}

/** How much of an unreadable text is kept: enough for a name and an address, which are corrected in a form. */
const shownLength = 120

/** The beginning of what could not be read, as one line that turns nothing around it. */
export const shownBeginning = (typed: string): string => {
  const characters = [
    ...typed
      .slice(0, 2 * shownLength)
      .replace(invisible, '')
      .replace(/\p{Cc}+/gu, ' ')
      .trim(),
  ]
  return characters.length > shownLength ? `${characters.slice(0, shownLength - 1).join('')}…` : characters.join('')
}
