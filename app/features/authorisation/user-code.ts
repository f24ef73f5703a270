import { userCodeLength, userCodeLetters } from '#contract/applications/user-code'
import { readLetters } from '#rules/typed/code'
import { readable } from '~/forms/values/typed-text'

/** The code that a device shows, as typed: in any case, with spaces or dashes between its letters. */
export const userCodeField = readable('user_code', { maxLength: 40 }, (plain) =>
  readLetters(plain, { alphabet: userCodeLetters, length: userCodeLength }),
)

/** The code of a device in a page's URL. */
export const userCodeIn = (url: string): string | undefined =>
  userCodeField.safeParse(new URL(url).searchParams.get('user_code') ?? '').data

/** The page that shows the application of a code, and asks. */
export const deviceCheckPath = (userCode: string): string => `/login/device/check?user_code=${userCode}`
