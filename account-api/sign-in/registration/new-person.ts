import type { NewPerson } from '../../accounts/account/account'
import type { CallContext } from '../call-context'

interface Told {
  terms_version?: string | undefined
  invite_ticket?: string | undefined
}

/** The facts of a call about a person who gets an account. */
export const newPersonOf = ({ language }: CallContext, input: Told): NewPerson => ({
  language,
  termsVersion: input.terms_version,
  inviteTicket: input.invite_ticket,
})
