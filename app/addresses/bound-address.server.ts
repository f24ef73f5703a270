import { api } from '../api.server'
import { requireData } from '../navigation/guards.server'
import { redirectTo } from '../navigation/redirect.server'
import type { Args } from '../session/visitor.server'
import type { AddressKind } from './address-kind'

interface BoundAddress {
  /** The address, masked; null where there is none. */
  address: string | null
  /** Only an email can be bound unproven. */
  isProven: boolean
  /** When a pending removal takes effect (ISO 8601), which only a mobile can have, and the account's time zone. */
  removal: { at: string; timeZone: string | null } | null
}

/** The addresses of the signed-in person. */
export const boundAddresses = async (args: Args): Promise<Record<AddressKind, BoundAddress>> => {
  const client = await api(args)
  const account = await requireData(args, await client.accountInfo({}))
  const { mobile, mobile_removal_at: at, email, email_verified: isProven, time_zone: timeZone } = account
  return {
    mobile: { address: mobile, isProven: mobile !== null, removal: at === null ? null : { at, timeZone } },
    email: { address: email, isProven: email !== null && isProven, removal: null },
  }
}

/** The proven address, masked. Without one, throws a redirect to the page on which it can be bound or proven. */
export const requireProvenAddress = async (args: Args, kind: AddressKind): Promise<string> => {
  const { address, isProven } = (await boundAddresses(args))[kind]
  if (address === null || !isProven) throw await redirectTo(args, `/settings/${kind}`)
  return address
}
