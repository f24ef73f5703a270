import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { hashToken } from '#account-api/kernel/random'

/** The method of the pending change that is a recovery by the operator. No platform has this name. */
export const recoveryMethod = 'recovery_link'

/** The password and the addresses of an account, to which a recovery is bound: it ends when one of them changes. */
export const recoverySealOf = ({ id, passwordHash, mobile, email, recoveryEmail }: AccountProfile): string =>
  hashToken([id, passwordHash, mobile, email, recoveryEmail].map((each) => each ?? '').join(' '))
