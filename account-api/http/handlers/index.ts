import type { Handlers } from '../../../contract/server'
import type { CallContext, UserContext } from '../context'
import { accountHandlers } from './account'
import { bindingHandlers } from './binding'
import { cancellationHandlers } from './cancellation'
import { codeHandlers } from './codes'
import { extraHandlers } from './extra'
import { loginHandlers } from './login'
import { passwordHandlers } from './password'
import { pictureHandlers } from './pictures'
import { recoveryHandlers } from './recovery'
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
  ...pictureHandlers,
  ...bindingHandlers,
  ...passwordHandlers,
  ...cancellationHandlers,
  ...stepUpHandlers,
  ...extraHandlers,
  ...recoveryHandlers,
}
