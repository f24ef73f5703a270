import { inviteTicket } from '#contract/organisations/organisation-fields'
import { readNumber } from '#rules/typed/number'
import { shownAddress } from '#rules/typed/shown-address'
import { invitationIn, isAgain } from '~/navigation/returning/return-address'
import { api } from '~/runtime/api.server'
import { type Args, oncePerRequest } from '~/runtime/load-context'
import { typedAccount } from '~/session/typed-account.server'
import { addressAgain } from './address-again.server'
import type { AddressKind } from './address-kind'

/** The invitation to which a person returns after this page. */
interface InvitationAhead {
  subjectName: string
  /** The invited address, if the link proves that its holder got a message there. */
  address: { way: AddressKind; value: string } | null
}

/**
 * The pending invitation to which the request's `?next=` leads.
 * @returns undefined if it leads elsewhere, or to an invitation that nobody can accept
 */
const invitationAhead = oncePerRequest(async (args): Promise<InvitationAhead | undefined> => {
  const ticket = invitationIn(new URL(args.request.url).searchParams.get('next') ?? '')
  if (ticket === undefined || !inviteTicket.safeParse(ticket).success) return undefined
  const answer = await (await api(args)).checkInvitation({ invite_ticket: ticket })
  // The page works without it, because the person may still register.
  if (!answer.ok || answer.data.invitation.state !== 'pending') return undefined
  const { invitation, proven_address: address } = answer.data
  return { subjectName: invitation.subject_name, address }
})

/** An address that prefills the field of a page, and the organisation that its person wants to join. */
interface Before {
  typed: string | undefined
  toJoin: string | null
}

const invitedAddress = (ahead: InvitationAhead | undefined, kind: AddressKind): string | undefined =>
  ahead?.address?.way === kind ? shownAddress(ahead.address.value) : undefined

/** The text that was typed to sign in, if it looks like an address of this kind. */
const typedToSignIn = async (args: Args, kind: AddressKind): Promise<string | undefined> => {
  const typed = isAgain(args.request.url) ? await typedAccount(args) : undefined
  if (typed === undefined) return undefined
  const read = readNumber({ typed, region: undefined })
  const isOfKind = kind === 'email' ? typed.includes('@') : read.ok || read.reason !== 'characters'
  return isOfKind ? typed : undefined
}

/**
 * The prefilled address of a page: the one that its person wants to correct, the one typed to sign in, or the invited
 * one.
 * @param flow a flow whose codes go to addresses of this kind
 */
export const typedBefore = async (
  args: Args,
  kind: AddressKind,
  flow: Parameters<typeof addressAgain>[1],
  code?: string,
): Promise<Before> => {
  const ahead = await invitationAhead(args)
  return {
    typed: (await addressAgain(args, flow, code)) ?? (await typedToSignIn(args, kind)) ?? invitedAddress(ahead, kind),
    toJoin: ahead?.subjectName ?? null,
  }
}
