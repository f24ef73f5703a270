/**
 * The purposes of a code sent to a mobile. The specification fixes the numbers (section 9), this product the names.
 * Emails have separate numbers: 8 means something else in each table.
 */
export const mobilePurpose = {
  register: 16,
  login: 7,
  loginOnly: 24,
  resetPassword: 6,
  bind: 17,
  bindAfterLogin: 8,
  changeToNew: 20,
  verifyOld: 22,
  verifyOldForChange: 28,
  notSignedIn: 34,
  smsAuthorize: 26,
  openAuthorize: 27,
  newManager: 101,
} as const

/** The purposes of a code sent to an email. */
export const emailPurpose = {
  register: 1,
  login: 13,
  resetPassword: 4,
  modifyPassword: 11,
  bind: 8,
  verifyOld: 6,
  changeToNew: 7,
  notSignedIn: 15,
  newManager: 101,
} as const
