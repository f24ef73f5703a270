import { userCodeLength, userCodeLetters } from '#contract/applications/user-code'
import { readLetters } from '#rules/typed/code'

/** A typed code of a device in the form of the contract: in any case, with spaces or dashes between its letters. */
export const asUserCode = (plain: string): string | undefined => readLetters(plain, userCodeLetters, userCodeLength)

/** The code of a device in a page's URL. */
export const userCodeIn = (url: string): string | undefined =>
  asUserCode((new URL(url).searchParams.get('user_code') ?? '').slice(0, 40))

/** The page that shows the application of a code, and asks. */
export const deviceCheckPath = (userCode: string): string => `/login/device/check?user_code=${userCode}`
