import type { Handlers } from '../../../contract/server'
import { done, refuse } from '../../../contract/server'
import type { Identifier } from '../../accounts/account/identifier'
import type { CallContext, MemberContext, UserContext } from '../../calls/context'
import { limitedClientAddress } from '../../kernel/limits/client-address'
import { count } from '../../kernel/limits/limits'
import { secondsUntil } from '../../kernel/setting'
import { refuseProgram } from '../../verification/outcomes'

export const identifierHandlers: Pick<
  Handlers<CallContext, UserContext, MemberContext>,
  'isMobileRegistered' | 'isEmailRegistered'
> = {
  isMobileRegistered: (input, context) => isRegistered(context, { kind: 'mobile', value: input.mobile }),
  isEmailRegistered: (input, context) => isRegistered(context, { kind: 'email', value: input.email }),
}

/** Limited, because each answer tells something about somebody. */
const isRegistered = async (context: CallContext, { kind, value }: Identifier) => {
  const { service, clientAddress } = context
  const { setting, storage } = service
  if (!(await context.isPerson())) return refuseProgram(context, 'registered_check')
  const asked = await count(storage, 'registeredChecks', {
    subject: limitedClientAddress(clientAddress),
    at: setting.now(),
  })
  if (!asked.within) return refuse('too_many_requests', { retry_after: secondsUntil(setting, asked.until) })
  return done({ is_registered: (await storage.accounts.holderOf(kind, value)) !== undefined })
}
