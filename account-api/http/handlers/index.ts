import type { Handlers } from '../../../contract/server'
import type { CallContext, UserContext } from '../context'
import { accountHandlers } from './account'
import { codeHandlers } from './codes'
import { loginHandlers } from './login'
import { registerHandlers } from './register'
import { registeredHandlers } from './registered'
import { stepUpHandlers } from './stepup'

/** A handler for every row of the contract; a missing one does not compile. */
export const handlers: Handlers<CallContext, UserContext> = {
  ...codeHandlers,
  ...loginHandlers,
  ...registerHandlers,
  ...registeredHandlers,
  ...accountHandlers,
  ...stepUpHandlers,
}
