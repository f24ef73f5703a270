import { codeRefusal } from '#account-api/accounts/account/reach'
import { readNameHere } from '#account-api/accounts/names/shown-name'
import { newId } from '#account-api/kernel/random'
import type { Acting } from '#account-api/organisations/records/member-record'
import type { RoleRecord } from '#account-api/organisations/records/role-record'
import type { Deployment, Stores } from '#account-api/organisations/service'
import { offeredName, offeredNote } from '#contract/organisations/invitations/offers'
import { readListedAddress, shownBeginning } from '#rules/typed/address'
import type { ListedLine } from '#rules/typed/list'
import { spelt } from '#rules/typed/text'
import { roleGiven, roleNamed } from './batch'
import type { Batch, LineRecord, StoredLineState } from './batch-record'

/** The facts for reading the lines of one batch. */
export interface Reading {
  deployment: Deployment
  acting: Acting
  batch: Batch
  roles: readonly RoleRecord[]
}

/** Reads one line, before it is compared with other lines and stored invitations. */
export const readLine = ({ deployment, acting, batch, roles }: Reading, listed: ListedLine): LineRecord => {
  const read = readListedAddress(listed.address, batch.region)
  const line: LineRecord = {
    id: newId(deployment.now()),
    number: listed.number,
    state: 'new',
    channel: read?.channel ?? null,
    address: read?.address ?? null,
    typed: read ? '' : shownBeginning(listed.address),
    name: '',
    note: '',
    roleId: null,
    sameAs: null,
  }
  // A name next to an invalid address is kept, so only the address has to be corrected.
  if (!read) return { ...line, state: 'wrong_form', name: offeredName.safeParse(listed.name).data ?? '' }
  const channel = read.channel === 'mobile' ? 'sms' : 'email'
  if (codeRefusal(deployment, { channel, to: read.address })) return { ...line, state: 'unsupported' }
  const name = offeredName.safeParse(spelt(listed.name || read.name))
  const note = offeredNote.safeParse(listed.note || batch.note)
  if (!name.success || !note.success) return { ...line, state: 'bad_text' }
  const shown = name.data === '' ? undefined : readNameHere(deployment, 'member', name.data)
  if (shown?.ok === false) return { ...line, state: 'name_refused', name: name.data }
  const standard = roles.find(({ id }) => id === batch.roleId)
  const given =
    listed.role !== ''
      ? roleNamed(acting, roles, listed.role)
      : standard
        ? roleGiven(acting, standard)
        : { role: undefined }
  if ('refused' in given) return { ...line, state: given.refused, name: shown?.value ?? '' }
  return { ...line, name: shown?.value ?? '', note: note.data, roleId: given.role?.id ?? null }
}

type Addressed = Pick<LineRecord, 'channel' | 'address'>

const addressesOf = (lines: readonly Addressed[], channel: 'mobile' | 'email'): string[] =>
  lines.flatMap((line) => (line.channel === channel && line.address !== null ? [line.address] : []))

/** Why addresses cannot be invited: they are invited already, or their accounts have a place. By address. */
export const standingOf = async (
  stores: Stores,
  organisationId: string,
  lines: readonly Addressed[],
): Promise<Map<string, 'already_invited' | 'already_member'>> => {
  const standing = new Map<string, 'already_invited' | 'already_member'>()
  for (const channel of ['mobile', 'email'] as const) {
    const addresses = addressesOf(lines, channel)
    await stores.invitations.expireTo(organisationId, channel, addresses, stores.deployment.now())
    for (const address of (await stores.invitations.pendingTo(organisationId, channel, addresses)).keys())
      standing.set(address, 'already_invited')
    for (const address of await stores.members.withPlace(organisationId, channel, addresses))
      standing.set(address, 'already_member')
  }
  return standing
}

export const numbersByState = (
  states: Iterable<readonly [number: number, state: StoredLineState]>,
): Map<StoredLineState, number[]> => {
  const numbers = new Map<StoredLineState, number[]>()
  for (const [number, state] of states) numbers.set(state, [...(numbers.get(state) ?? []), number])
  return numbers
}
