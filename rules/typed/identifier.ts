import { readEmail } from './email'
import { isNational, readNumber } from './number'
import { plainText } from './text'
import { comparedUsername } from './username'

/** The typed identifier, with its possible readings. */
export interface TypedIdentifier {
  kind: 'mobile' | 'email' | 'username'
  value: string
  /** A second reading of a number without a country code, used where no account has the first. */
  otherwise?: string
  /** The country code of the first reading of such a number, such as `+44`. */
  countryCode?: string
}

/**
 * Reads the one field of a sign-in form: text with an @ is an email, a phone number with or without its country code is
 * a mobile, anything else is a username.
 * @param region of a number without a country code (ISO 3166-1 alpha-2)
 */
export const readIdentifier = (typed: string, region: string): TypedIdentifier => {
  const plain = plainText(typed)
  if (plain.includes('@')) {
    const email = readEmail(plain)
    return { kind: 'email', value: email.ok ? email.value : plain.toLowerCase() }
  }
  const number = readNumber({ typed: plain, region })
  return number.ok
    ? { kind: 'mobile', value: number.value.number }
    : { kind: 'username', value: comparedUsername(plain) }
}

/**
 * Reads the identifier that was typed to sign in. A number without a country code is one of the visitor's region, and
 * otherwise one of the deployment's, as on pages that ask for a region.
 */
export const readAccount = (
  typed: string,
  regions: { visitors: string | undefined; deployments: string },
): TypedIdentifier => {
  const region = regions.visitors ?? regions.deployments
  const local = readIdentifier(typed, region)
  const usual = readIdentifier(typed, regions.deployments)
  const read = local.kind === 'mobile' ? local : usual
  if (read.kind !== 'mobile' || !isNational(typed)) return read
  const isTwofold = usual.kind === 'mobile' && usual.value !== read.value
  const number = readNumber({ typed: read.value, region })
  const countryCode = `+${number.ok ? number.value.code : ''}`
  return { ...read, countryCode, ...(isTwofold && { otherwise: usual.value }) }
}
