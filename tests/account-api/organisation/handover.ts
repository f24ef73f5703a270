import { administratorKey } from '../../../account-api/domain/role/permissions'
import { mobilePurpose } from '../../../contract/purposes'
import type { World } from '../world'
import type { Member, Organisation } from './members'

type Ticketed = { ok: true; data: { ticket: string } } | { ok: false; code: string }

const ticketOf = (answer: Ticketed): string => {
  if (!answer.ok) throw new Error(`no ticket: ${answer.code}`)
  return answer.data.ticket
}

/** The ticket of the manager, by the code to their mobile. */
export const oldTicket = async (world: World, { sec_subject_uid, manager }: Organisation): Promise<string> => {
  world.passMinutes(1.1)
  const sent = await manager.client.orgSendCode({ sec_subject_uid, type: mobilePurpose.verifyOld })
  if (!sent.ok) throw new Error(`not sent: ${sent.code}`)
  const code = await world.codeTo(manager.mobile)
  return ticketOf(await manager.client.verifyOldManager({ sec_subject_uid, code }))
}

/** Has the manager ask a member to take over. @returns the id of the transfer */
export const offer = async (world: World, organisation: Organisation, to: Member): Promise<string> => {
  const { sec_subject_uid, manager } = organisation
  const ticket = await oldTicket(world, organisation)
  const started = await manager.client.startTransfer({ sec_subject_uid, identity_id: to.identityId, ticket })
  if (!started.ok) throw new Error(`not started: ${started.code}`)
  return started.data.transfer_id
}

/** The ticket of the member who takes over. */
export const newTicket = async (
  world: World,
  { sec_subject_uid }: Organisation,
  { client, mobile }: Member,
  transfer_id: string,
): Promise<string> => {
  world.passMinutes(1.1)
  const sent = await client.orgSendCode({ sec_subject_uid, type: mobilePurpose.newManager })
  if (!sent.ok) throw new Error(`not sent: ${sent.code}`)
  const code = await world.codeTo(mobile)
  return ticketOf(await client.verifyNewManager({ sec_subject_uid, transfer_id, code }))
}

/** Hands an organisation over to a member. */
export const handOver = async (world: World, organisation: Organisation, to: Member): Promise<void> => {
  const { sec_subject_uid } = organisation
  const transfer_id = await offer(world, organisation, to)
  const ticket = await newTicket(world, organisation, to, transfer_id)
  const done = await to.client.transferManager({ sec_subject_uid, transfer_id, ticket })
  if (!done.ok) throw new Error(`not handed over: ${done.code}`)
}

/** The purposes of the newest messages to an address, newest first. */
export const newsTo = async (world: World, address: string, count = 1): Promise<string[]> =>
  (await world.storage.outbox.newest(address, count)).map(({ purpose }) => purpose)

/** Gives a member the role of an administrator. */
export const makeAdministrator = async (
  { storage }: World,
  { id, sec_subject_uid }: Organisation,
  { userId }: Member,
): Promise<void> => {
  const acting = await storage.identities.acting(userId, sec_subject_uid)
  const role = await storage.roles.find(id, administratorKey)
  if (!acting || !role) throw new Error('no member, or no role')
  await storage.roles.give(role, [acting.identity.id])
}
