import { readEmail } from './email'
import { isNational, readNumber } from './number'
import { plainText } from './text'
import { comparedUsername } from './username'

/** The typed identifier, with its possible readings. */
export interface TypedIdentifier {
  kind: 'mobile' | 'email' | 'username'
  value: string
  /** The second reading of a number without a country code, used if no account has the first. */
  otherwise?: string
  /** The country code of the first reading of such a number, such as `+44`. */
  countryCode?: string
}

/**
 * Reads the one field of a sign-in form: text with an @ is an email, a phone number with or without its country code is
 * a mobile, anything else is a username.
 * @param region of a number without a country code (ISO 3166-1 alpha-2)
 * @param visitors the visitor's region, in which such a number is read first, as on pages that ask for a region
 */
export const readAccount = (typed: string, region: string, visitors = region): TypedIdentifier => {
  const plain = plainText(typed)
  if (plain.includes('@')) {
    const email = readEmail(plain)
    return { kind: 'email', value: email.ok ? email.value : plain.toLowerCase() }
  }
  const read = [...new Set([visitors, region])].map((each) => readNumber({ typed: plain, region: each }))
  const [number, second] = read.flatMap((each) => (each.ok ? each.value : []))
  if (!number) return { kind: 'username', value: comparedUsername(plain) }
  const mobile = { kind: 'mobile' as const, value: number.number }
  if (!isNational(plain)) return mobile
  const otherwise = second && second.number !== number.number ? { otherwise: second.number } : {}
  return { ...mobile, countryCode: `+${number.countryCallingCode}`, ...otherwise }
}
