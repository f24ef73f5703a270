import { qrLetters, qrLettersLength, type qrPurposes } from '#contract/sign-in/qr'
import { readLetters } from '#rules/typed/code'
import { readable } from '~/forms/values/typed-text'

const letters = new RegExp(`^[${qrLetters}]{${qrLettersLength}}$`)

/** The letters below a QR code, as typed: in any case, with spaces or dashes between them. */
export const qrLettersField = readable('letters', { maxLength: 40 }, (plain) =>
  readLetters(plain, { alphabet: qrLetters, length: qrLettersLength }),
)

/**
 * The token of a code in the URL of the scanning page: from the picture, or the letters.
 * @param isOurs false for an account API whose tokens have their own form
 */
export const readQrToken = (url: string, { isOurs }: { isOurs: boolean }): string | undefined => {
  const token = new URL(url).searchParams.get('token') ?? ''
  const fits = isOurs ? /^[\w-]{22}$/.test(token) || letters.test(token) : /^[\w.:~-]{1,128}$/.test(token)
  return fits ? token : undefined
}

const scanningPages: Record<(typeof qrPurposes)[number], string> = {
  sign_in: '/login/qr/confirm',
  change_bind: '/login/qr/move',
  open_request: '/login/qr/authorize',
}

export const scanPathOf = (purpose: keyof typeof scanningPages, token: string): string =>
  `${scanningPages[purpose]}?token=${token}`

/** The names of an account for a person who may not be signed in to it. */
export const accountNames = ({
  username,
  mobile,
  email,
}: {
  username: string
  mobile: string | null
  email: string | null
}): string[] => [username, ...(mobile === null ? [] : [mobile]), ...(email === null ? [] : [email])]

/** A sign-in method that a QR code moves, as the form of its page names it. */
export const methodText = ({ platform, name }: { platform: string; name: string }): string => `${platform} ${name}`
