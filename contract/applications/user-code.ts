/** The letters of user codes: no vowels, so they form no words, and none that looks like a digit. */
export const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ'
export const userCodeLength = 8

/** The form of a user code: a letter for each star. */
export const userCodeMask = '****-****'

export const shownUserCode = (userCode: string): string => `${userCode.slice(0, 4)}-${userCode.slice(4)}`
