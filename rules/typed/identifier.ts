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
 */
export const readIdentifier = (typed: string, region: string): TypedIdentifier => {
  const plain = plainText(typed)
  if (plain.includes('@')) {
    const email = readEmail(plain)
    return { kind: 'email', value: email.ok ? email.value : plain.toLowerCase() }
  }
  const number = readNumber({ typed: plain, region })
  if (!number.ok) return { kind: 'username', value: comparedUsername(plain) }
  const countryCode = isNational(plain) ? { countryCode: `+${number.value.code}` } : {}
  return { kind: 'mobile', value: number.value.number, ...countryCode }
}

/**
 * Reads the identifier that was typed to sign in. A number without a country code is read in the visitor's region, and
 * then in the deployment's, as on pages that ask for a region.
 */
export const readAccount = (
  typed: string,
  { visitors, deployments }: { visitors: string | undefined; deployments: string },
): TypedIdentifier => {
  const usual = readIdentifier(typed, deployments)
  const local = readIdentifier(typed, visitors ?? deployments)
  if (local.kind !== 'mobile') return usual
  const isTwofold = usual.kind === 'mobile' && usual.value !== local.value && local.countryCode !== undefined
  return isTwofold ? { ...local, otherwise: usual.value } : local
}
