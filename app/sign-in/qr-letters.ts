import { qrLetters, qrLettersLength } from '../../contract/qr'
import { readable } from '../forms/typed-text'

const letters = new RegExp(`^[${qrLetters}]{${qrLettersLength}}$`)

/** The letters below a QR code, as typed: in any case, with spaces or dashes between them. */
export const qrLettersField = readable('letters', { maxLength: 40 }, (plain) => {
  const value = plain.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  return letters.test(value) ? { value } : { refused: 'field.letters.invalid' }
})

/** What the URL of the scanning page names a code by: the half in the picture, or the letters. */
export const readQrToken = (url: string): string | undefined => {
  const token = new URL(url).searchParams.get('token') ?? ''
  return /^[\w-]{22}$/.test(token) || letters.test(token) ? token : undefined
}

/** The scanning page of a code that moves a sign-in method. */
export const movePathOf = (token: string): string => `/login/qr/move?token=${token}`

/** The scanning page of a code. */
export const qrPathOf = (token: string): string => `/login/qr/confirm?token=${token}`

/** What names an account to somebody who may not be signed in to it. */
export const accountNames = ({
  username,
  mobile,
  email,
}: {
  username: string
  mobile: string | null
  email: string | null
}): string[] => [username, ...(mobile === null ? [] : [mobile]), ...(email === null ? [] : [email])]
