import { hashToken } from '#account-api/kernel/random'
import type { Stores } from '#account-api/organisations/service'
import { stateNow } from './answer'
import { provesMailbox } from './token'

/** The ticket and the proof in the link of an invitation's mail. */
export interface MailLink {
  ticket: string
  proof: string
}

/** The invited email of a pending invitation whose mail had this link. Undefined: the link proves no mailbox. */
export const provenMailbox = async (stores: Stores, { ticket, proof }: MailLink): Promise<string | undefined> => {
  if (!provesMailbox(stores.deployment, { token: ticket, proof })) return undefined
  const invitation = await stores.invitations.received({ tokenHash: hashToken(ticket) })
  if (invitation?.channel !== 'email' || invitation.address === null) return undefined
  return (await stateNow(stores, invitation)) === 'pending' ? invitation.address : undefined
}
