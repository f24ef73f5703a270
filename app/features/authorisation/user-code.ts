import { userCodeLength, userCodeLetters } from '#contract/applications/user-code'
import { readLetters } from '#rules/typed/code'

/** Reads the code that a device shows: in any case, with spaces or dashes between its letters. */
export const readUserCode = (typed: string) => readLetters(typed, { alphabet: userCodeLetters, length: userCodeLength })

/** The code of a device in a page's URL. */
export const userCodeIn = (url: string): string | undefined => {
  const read = readUserCode((new URL(url).searchParams.get('user_code') ?? '').slice(0, 40))
  return read.ok ? read.value : undefined
}

/** The page that shows the application of a code, and asks. */
export const deviceCheckPath = (userCode: string): string => `/login/device/check?user_code=${userCode}`
