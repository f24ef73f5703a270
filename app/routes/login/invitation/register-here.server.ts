import { api } from '~/runtime/api.server'
import { shownTerms } from '~/runtime/brand.server'
import type { Args } from '~/session/visitor.server'

/** The parameters in the link of an invitation. */
export interface Named {
  invite_ticket?: string
  invite_id?: string
  invite_proof?: string
}

/**
 * Registers the invited email, which the link of its mail proves. Returns the answer of the call that refused, or of
 * the last one.
 */
export const registerInvited = async (args: Args, named: Named, password: string) => {
  const client = await api(args)
  const checked = await client.checkInvitation(named)
  if (!checked.ok) return checked
  const email = checked.data.proven_address?.value ?? ''
  return client.registerByEmail({ email, password, ...named, ...shownTerms() })
}
