import { administratorKey } from '#account-api/organisations/records/permissions'
import { mobilePurpose } from '#contract/terms/purposes'
import { type Member, type Organisation, openWithMember } from '#tests/account-api/organisations/members/members'
import { dataOf, verifyByPassword, type World, withPassword } from '#tests/account-api/worlds/world'

/** The manager’s ticket, by the code to their mobile. */
export const oldTicket = async (world: World, { sec_subject_uid, manager }: Organisation): Promise<string> => {
  world.passMinutes(1.1)
  dataOf(await manager.client.orgSendCode({ sec_subject_uid, type: mobilePurpose.verifyOld }))
  const code = await world.codeTo(manager.mobile)
  return dataOf(await manager.client.verifyOldManager({ sec_subject_uid, code })).ticket
}

/** The manager asks a member to take over. @returns the id of the transfer */
export const offer = async (world: World, organisation: Organisation, to: Member): Promise<string> => {
  const ticket = await oldTicket(world, organisation)
  return dataOf(await startByBoth(organisation.manager, { ...to.place, ticket })).transfer_id
}

/** Starts a transfer by the ticket’s code and, if required, the password. */
export const startByBoth = ({ client }: Pick<Member, 'client'>, input: Member['place'] & { ticket: string }) =>
  withPassword(client, () => client.startTransfer(input))

/** The ticket of the member who takes over. */
export const newTicket = async (
  world: World,
  { sec_subject_uid }: Organisation,
  { client, mobile }: Member,
  transfer_id: string,
): Promise<string> => {
  world.passMinutes(1.1)
  dataOf(await client.orgSendCode({ sec_subject_uid, type: mobilePurpose.newManager }))
  const code = await world.codeTo(mobile)
  return dataOf(await client.verifyNewManager({ sec_subject_uid, transfer_id, code })).ticket
}

/** An organisation whose member may accept a transfer, with the ticket for that. */
export const offered = async (world: World) => {
  const opened = await openWithMember(world)
  const { organisation, sec_subject_uid, bo } = opened
  const transfer_id = await offer(world, organisation, bo)
  const ticket = await newTicket(world, organisation, bo, transfer_id)
  return { ...opened, named: { sec_subject_uid, transfer_id }, ticket }
}

/** Transfers an organisation to a member. */
export const handOver = async (world: World, organisation: Organisation, to: Member): Promise<void> => {
  const { sec_subject_uid } = organisation
  const transfer_id = await offer(world, organisation, to)
  const ticket = await newTicket(world, organisation, to, transfer_id)
  dataOf(await to.client.transferManager({ sec_subject_uid, transfer_id, ticket }))
}

/** True if a member manages an organisation, as the member’s own calls show it. */
export const isManager = async ({ sec_subject_uid }: Organisation, { client }: Member): Promise<boolean> => {
  const info = await client.subjectInfo({ sec_subject_uid })
  return info.ok && info.data.subject.is_manager
}

/** Makes a member an administrator. */
export const makeAdministrator = async (
  { storage }: World,
  { id, sec_subject_uid }: Organisation,
  { userId }: Member,
): Promise<void> => {
  const acting = await storage.members.acting(userId, sec_subject_uid)
  const role = await storage.roles.find(id, administratorKey)
  if (!acting || !role) throw new Error('no member, or no role')
  await storage.roles.give(role, [acting.member.id])
}

/** Proves an account by its password. @returns the ticket for its cancellation */
export const proveByPassword = async ({ client }: Pick<Member, 'client'>): Promise<string> => {
  const asked = { data: dataOf(await client.cancelVerifyWay({})) }
  return dataOf(await verifyByPassword(client, asked)).verify_ticket
}
