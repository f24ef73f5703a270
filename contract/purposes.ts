/**
 * What a code is for. The numbers are fixed by the specification (section 9); the names are ours.
 * Mobile and email numbers are two separate tables: 8 and 22 mean different things in each.
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

/** Email counterparts of {@link mobilePurpose}. */
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
