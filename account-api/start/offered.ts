import { codeKindsOf } from '#account-api/accounts/account/reach'
import type { Deployment } from '#account-api/closing/service'
import { invitationChannelsOf } from '#account-api/organisations/invitations/state'
import { identifierKinds } from '#contract/terms/fields'

const codes = { mobile: 'code by SMS', email: 'code by email' }
const invitations = { mobile: 'SMS', email: 'email', workplace: 'workplace messaging', link: 'link' }

/** The features of this deployment, in one line of the start's log. */
export const offeredIn = (deployment: Deployment): string => {
  const signIn = ['password', ...codeKindsOf(deployment).map((kind) => codes[kind]), ...deployment.providers.keys()]
  const inviting = invitationChannelsOf(deployment).map((channel) => invitations[channel])
  const { registration, identifiers } = deployment.policy
  const registering = registration === 'open' ? '' : `; registration: ${registration}`
  const isAll = identifierKinds.every((kind) => identifiers.includes(kind))
  const identifying = isAll ? '' : `; identifiers: ${identifiers.join(', ')}`
  return `offered: sign-in by ${signIn.join(', ')}; invitations by ${inviting.join(', ')}${registering}${identifying}`
}
