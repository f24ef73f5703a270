import { termsVersion } from '#contract/terms/fields'
import { inviteTicket } from './organisation-fields'

/**
 * Facts about the person for a call that creates an account: the terms that they agreed to, and the ticket of an
 * invitation, if the deployment only registers invited people.
 */
export const newPerson = { ...termsVersion, invite_ticket: inviteTicket.optional() }
