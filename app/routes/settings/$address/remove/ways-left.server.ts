import type { AddressKind } from '~/features/addresses/address-kind'
import { requireData } from '~/navigation/guards/guards.server'
import { openKinds } from '~/navigation/open-pages/open-kinds.server'
import { redirectTo } from '~/navigation/redirect.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/session/visitor.server'

/** A sign-in method with its name: the masked address, the username of a password, or the platform. */
interface WayLeft {
  way: AddressKind | 'password' | 'platform'
  name: string
}

interface WaysLeft {
  /** The address, masked. */
  address: string
  username: string
  /** The sign-in methods that the account keeps without the address. */
  ways: WayLeft[]
  /** True when the account keeps no other proven address. */
  isLastAddress: boolean
}

/**
 * The sign-in methods that an account keeps without one of its addresses. An address that will be removed is not kept.
 * If the account lacks the address, or it is unproven, throws a redirect to the page where it can be bound or proven.
 */
export const waysLeft = async (args: Args, kind: AddressKind): Promise<WaysLeft> => {
  const client = await api(args)
  const account = await requireData(args, await client.accountInfo({ need_overview: 1 }))
  const { mobile, email, email_verified, has_password, username, pending_changes, overview } = account
  const proven = { mobile, email: email_verified ? email : null }
  const address = proven[kind]
  if (address === null) throw await redirectTo(args, `/settings/${kind}`)
  const other = kind === 'mobile' ? 'email' : 'mobile'
  const kept = proven[other]
  // It gets no codes, so it signs in only with the password.
  const signsIn = (await openKinds()).includes(other)
  const goes = pending_changes.some(({ way, becomes }) => way === other && becomes === null)
  const isLastAddress = kept === null || goes
  const platforms = (overview?.ways ?? []).filter((way) => !['mobile', 'email', 'password'].includes(way))
  const ways: WayLeft[] = [
    ...(kept === null || goes || !signsIn ? [] : [{ way: other, name: kept } as const]),
    ...(has_password ? [{ way: 'password', name: username } as const] : []),
    ...platforms.map((name) => ({ way: 'platform', name }) as const),
  ]
  return { address, username, ways, isLastAddress }
}
