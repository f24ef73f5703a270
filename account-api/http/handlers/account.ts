import type { Handlers } from '../../../contract/server'
import { done } from '../../../contract/server'
import { maskEmail, maskMobile } from '../../domain/account/identifier'
import { isFresh } from '../../domain/second/second-verification'
import type { CallContext, UserContext } from '../context'
import { refuseStaleProof } from './outcomes'

export const accountHandlers: Pick<Handlers<CallContext, UserContext>, 'accountInfo'> = {
  accountInfo: async (input, { setting, account, session }) => {
    const plain = input.need_plaintext === 1
    if (plain && !isFresh(setting, session)) return refuseStaleProof(setting, { account, session })
    const email = account.email ?? account.unverifiedEmail
    return done({
      user_id: account.id,
      username: account.username,
      mobile: account.mobile && (plain ? account.mobile : maskMobile(account.mobile)),
      email: email && (plain ? email : maskEmail(email)),
      email_verified: account.email !== null,
      has_password: account.passwordHash !== null,
      created_at: new Date(account.createdAt).toISOString(),
    })
  },
}
