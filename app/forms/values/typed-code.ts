import type { Reading } from './typed-text'

/**
 * Reads a code from an SMS or an email. Spaces and dashes between its digits are dropped.
 * @param plain what was typed, in its plain form
 * @returns the six digits, or the message key of the error
 */
export const readCode = (plain: string): Reading => {
  const digits = plain.replace(/[\s\p{Pd}]/gu, '')
  if (/^\d{6}$/.test(digits)) return { value: digits }
  return { refused: /^\d+$/.test(digits) ? 'field.code.six_digits' : 'field.code.letters' }
}

/**
 * Reads a code of an authenticator app, or a recovery code. Spaces and dashes are dropped, and capitals do not count.
 * @param plain what was typed, in its plain form
 * @returns six digits, or the sixteen letters and digits of a recovery code; or the message key of the error
 */
export const readFactorCode = (plain: string): Reading => {
  const bare = plain.replace(/[\s\p{Pd}]/gu, '').toLowerCase()
  return /^(\d{6}|[a-z\d]{16})$/.test(bare) ? { value: bare } : { refused: 'field.authenticator_code.invalid' }
}
