import type { Identifier } from '#account-api/accounts/account/identifier'
import { limitedClientAddress } from '#account-api/kernel/limits/client-address'
import { count } from '#account-api/kernel/limits/limits'
import { secondsUntil } from '#account-api/kernel/time'
import type { CallContext, Handling } from '#account-api/sign-in/call-context'
import { refuseProgram } from '#account-api/verification/outcomes'
import { done, refuse } from '#contract/server'

export const identifierHandlers = {
  isMobileRegistered: (input, context) => isRegistered(context, { kind: 'mobile', value: input.mobile }),
  isEmailRegistered: (input, context) => isRegistered(context, { kind: 'email', value: input.email }),
} satisfies Handling

/** Limited, because each answer reveals something about a person. */
const isRegistered = async (context: CallContext, { kind, value }: Identifier) => {
  const { service, clientAddress } = context
  const { deployment, storage } = service
  if (!(await context.isPerson())) return refuseProgram(context, 'registered_check')
  const asked = await count(storage, 'registeredChecks', {
    subject: limitedClientAddress(clientAddress),
    at: deployment.now(),
  })
  if (!asked.within) return refuse('too_many_requests', { retry_after: secondsUntil(deployment, asked.until) })
  return done({ is_registered: (await storage.accounts.holderOf(kind, value)) !== undefined })
}
