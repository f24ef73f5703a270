import { createHmac } from 'node:crypto'
import { hashToken } from '#account-api/kernel/random'
import type { Deployment } from '#account-api/organisations/service'
import { derivedKey } from '#contract/wire/derived-key'
import type { InvitationRecord } from './invitation-record'

const field = 'invite_ticket'

const tokenBy = (secret: string, { id, sent }: Pick<InvitationRecord, 'id' | 'sent'>): string =>
  createHmac('sha256', derivedKey(secret, 'invitation'))
    .update(`${id}\n${sent}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')

/**
 * The token of an invitation: 128 bits, a new one each time it is sent. It is derived from a secret, so a link can be
 * shown again although only its hash is stored.
 */
export const newTokenOf = ({ secrets: [secret = ''] }: Deployment, invitation: Pick<InvitationRecord, 'id' | 'sent'>) =>
  tokenBy(secret, invitation)

/** The token of a stored invitation. Undefined when the secret that made it is no longer in the key ring. */
export const tokenOf = ({ secrets }: Deployment, invitation: InvitationRecord): string | undefined =>
  secrets.map((secret) => tokenBy(secret, invitation)).find((token) => hashToken(token) === invitation.tokenHash)

const proofBy = (secret: string, token: string): string =>
  createHmac('sha256', derivedKey(secret, 'mailbox of an invitation'))
    .update(token)
    .digest()
    .subarray(0, 16)
    .toString('base64url')

/**
 * The part of a mail's link besides the token: 128 bits derived from a secret. Inviters may see the token, but not
 * this, so it shows that its holder got the mail.
 */
export const mailboxProofOf = ({ secrets: [secret = ''] }: Deployment, token: string): string => proofBy(secret, token)

export const provesMailbox = ({ secrets }: Deployment, { token, proof }: { token: string; proof: string }): boolean =>
  secrets.some((secret) => hashToken(proofBy(secret, token)) === hashToken(proof))

/** The page on which an invitee answers. Without a token, it shows the invitations of the signed-in person. */
export const invitationPage = ({ publicUrl }: Deployment, token?: string, proof?: string): string => {
  const page = new URL('/login/invitation', publicUrl)
  if (token !== undefined) page.searchParams.set(field, token)
  if (proof !== undefined) page.searchParams.set('invite_proof', proof)
  return page.href
}

export const ticketIn = (link: string): string => new URL(link).searchParams.get(field) ?? ''
