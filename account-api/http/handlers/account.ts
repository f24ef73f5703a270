import type { Handlers } from '../../../contract/server'
import { done } from '../../../contract/server'
import { maskEmail, maskMobile } from '../../domain/account/identifier'
import type { CallContext, UserContext } from '../context'

export const accountHandlers: Pick<Handlers<CallContext, UserContext>, 'accountInfo'> = {
  accountInfo: async (_input, { account }) => {
    const email = account.email ?? account.unverifiedEmail
    return done({
      user_id: account.id,
      username: account.username,
      mobile: account.mobile && maskMobile(account.mobile),
      email: email && maskEmail(email),
      email_verified: account.email !== null,
      has_password: account.passwordHash !== null,
      created_at: new Date(account.createdAt).toISOString(),
    })
  },
}
