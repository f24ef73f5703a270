import type { NewPerson } from '#account-api/accounts/account/account'
import type { CallContext } from '#account-api/sign-in/call-context'

interface Told {
  terms_version?: string | undefined
  invite_ticket?: string | undefined
}

export const newPersonOf = ({ language }: CallContext, input: Told): NewPerson => ({
  language,
  termsVersion: input.terms_version,
  inviteTicket: input.invite_ticket,
})

/** The options that a person chose at sign-in. */
export const wishesOf = ({ kick_other, need_frozen_user }: { kick_other: number; need_frozen_user: number }) => ({
  endOthers: kick_other === 1,
  restores: need_frozen_user === 1,
})
