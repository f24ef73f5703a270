import { requireData } from '~/navigation/guards/guards.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/session/visitor.server'
import type { AddressKind } from './address-kind'

interface BoundAddress {
  /** The address, masked. Null: none. */
  address: string | null
  /** Only an email can be bound unproven. */
  isProven: boolean
  /** When it will be removed, or replaced by `becomes` (ISO 8601), and the account's time zone. */
  pending: { at: string; becomes: string | null; timeZone: string | null } | null
  /** How many hours after the proof a replacement takes effect. Null: at once. */
  slowHours: number | null
}

/** The addresses of the signed-in person. */
export const boundAddresses = async (args: Args): Promise<Record<AddressKind, BoundAddress>> => {
  const client = await api(args)
  const account = await requireData(args, await client.accountInfo({ need_changes: 1 }))
  const { mobile, email, email_verified: isProven, pending_changes, slow_changes = [], time_zone: timeZone } = account
  const pendingOf = (kind: AddressKind): BoundAddress['pending'] => {
    const change = pending_changes.find(({ way }) => way === kind)
    return change ? { at: change.takes_effect_at, becomes: change.becomes, timeZone } : null
  }
  const slowHoursOf = (kind: AddressKind) => slow_changes.find(({ way }) => way === kind)?.hours ?? null
  return {
    mobile: {
      address: mobile,
      isProven: mobile !== null,
      pending: pendingOf('mobile'),
      slowHours: slowHoursOf('mobile'),
    },
    email: {
      address: email,
      isProven: email !== null && isProven,
      pending: pendingOf('email'),
      slowHours: slowHoursOf('email'),
    },
  }
}

/** The proven address. Without one, throws a redirect to the page where it can be bound or proven. */
export const requireProvenAddress = async (
  args: Args,
  kind: AddressKind,
): Promise<{ address: string; slowHours: number | null }> => {
  const { address, isProven, slowHours } = (await boundAddresses(args))[kind]
  if (address === null || !isProven) throw await redirectTo(args, `/settings/${kind}`)
  return { address, slowHours }
}
