import { readNumber } from '#rules/typed/number'
import { shownAddress } from '#rules/typed/shown-address'
import { isAgain } from '~/navigation/returning/return-address'
import type { Args } from '~/runtime/load-context'
import { typedAccount } from '~/session/typed-account.server'
import { addressAgain } from './address-again.server'
import type { AddressKind } from './address-kind'
import { type InvitationAhead, invitationAhead } from './invitation-ahead.server'

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
