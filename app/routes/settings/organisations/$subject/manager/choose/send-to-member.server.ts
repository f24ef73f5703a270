import type { Failure } from '#contract/client'
import { deputyNameMaxLength } from '#contract/organisations/organisation-fields'
import { type AddressKind, addressKinds } from '~/features/addresses/address-kind'
import { isOnItsWay, type SentCode, sentFirst } from '~/features/codes/sent-code.server'
import { inSubject } from '~/features/organisations/acting.server'
import type { Line } from '~/forms/failure-texts'
import { openKinds } from '~/navigation/open-pages/open-kinds.server'
import { sendTransferCode } from '~/routes/settings/organisations/$subject/manager/transfer-code.server'
import { api } from '~/runtime/api.server'
import type { Args } from '~/runtime/load-context'

/** The failures that show that the member cannot get a code in this way. Another way may work. */
const cannotGet: readonly string[] = ['nothing_bound', 'undeliverable', 'address_too_new']

interface Chosen {
  identity_id: string
  ticket: string
  /** The kind of address to try first. */
  first: AddressKind
}

type Sent =
  | { state: 'sent'; member: { identity_id: string; name: string; way: AddressKind; code: SentCode } }
  /** A call failed. */
  | { state: 'failed'; failure: Failure }
  /** No code was requested, or none can reach the member. */
  | { state: 'unfit'; line: Line }

/**
 * Sends a code to the member whom the manager has chosen: to the first kind of address or, if the member cannot get it
 * there, to the other one.
 * @returns where the code went. The address is masked by the account API; without one, the name is returned
 */
export const sendToMember = async (args: Args, { identity_id, ticket, first }: Chosen): Promise<Sent> => {
  const client = await api(args)
  const found = await client.memberInfo({ ...inSubject(args), identity_id })
  if (!found.ok) return { state: 'failed', failure: found }
  const { deputy_name, is_manager, is_frozen } = found.data.member
  if (is_manager) return unfit('error.transfer_refused_oneself')
  if (is_frozen === 1) return unfit('error.transfer_refused_frozen')
  // It is in a cookie, and another account API may have longer names.
  const name = [...deputy_name].slice(0, deputyNameMaxLength).join('')

  const open = await openKinds()
  const ways = [first, ...addressKinds.filter((kind) => kind !== first)].filter((kind) => open.includes(kind))
  let refused: Failure | undefined
  for (const way of ways) {
    const sent = await sendTransferCode(args, { way, side: 'new', chosen: { identity_id, ticket } })
    if (isOnItsWay(sent)) {
      const code = sentFirst((sent.ok && addressIn(sent.data)) || name, sent)
      return { state: 'sent', member: { identity_id, name, way, code } }
    }
    // Another account API may say the same in its own words.
    if (sent.code === 'undeclared') refused = sent
    else if (!cannotGet.includes(sent.code)) return { state: 'failed', failure: sent }
  }
  return refused ? { state: 'failed', failure: refused } : unfit('transfer.at_once.unreachable')
}

const addressIn = (data: { mobile: string } | { email: string }): string =>
  'mobile' in data ? data.mobile : data.email

const unfit = (key: string): Sent => ({ state: 'unfit', line: { field: 'identity_id', key } })
