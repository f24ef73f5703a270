import { termsVersion } from '#contract/terms/fields'
import { inviteTicket } from './organisation-fields'

/**
 * What a call that creates an account may be notified of its person next to addresses: the terms that they agreed to, and the
 * ticket of an invitation, where the deployment registers people who were invited alone.
 */
export const newPerson = { ...termsVersion, invite_ticket: inviteTicket.optional() }
