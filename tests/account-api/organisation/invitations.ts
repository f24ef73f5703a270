import type { Client } from '../../../contract/client'
import type { World } from '../world'
import type { Member, Organisation } from './members'

/** The ticket in a link. */
export const ticketOf = (link: string): string => new URL(link).searchParams.get('invite_ticket') ?? ''

type Answer = Awaited<ReturnType<Client['inviteByMobile' | 'inviteByWorkplace' | 'inviteByLink']>>

/** The id, the ticket and the link of an invitation that was made. */
const made = (answer: Answer): { invite_id: string; invite_ticket: string; link: string } => {
  if (!answer.ok) throw new Error(`not invited: ${answer.code}`)
  const { invite_id, link } = answer.data
  return { invite_id, invite_ticket: ticketOf(link), link }
}

/** Invites a mobile number. */
export const inviteMobile = async (
  { sec_subject_uid, manager }: Organisation,
  mobile: string,
  offer: Partial<Parameters<Client['inviteByMobile']>[0]> = {},
) => made(await manager.client.inviteByMobile({ sec_subject_uid, mobile, ...offer }))

/** Invites somebody by workplace messaging. */
export const inviteByWorkplace = async (
  { sec_subject_uid, manager }: Organisation,
  workplace_id: string,
  offer: Partial<Parameters<Client['inviteByWorkplace']>[0]> = {},
) => made(await manager.client.inviteByWorkplace({ sec_subject_uid, workplace_id, ...offer }))

/** Makes a link for so many people. */
export const inviteByLink = async (
  { sec_subject_uid, manager }: Organisation,
  places: number,
  offer: Partial<Parameters<Client['inviteByLink']>[0]> = {},
) => made(await manager.client.inviteByLink({ sec_subject_uid, places, ...offer }))

/** Creates a role and gives it to a member. */
export const giveRole = async (
  { storage, setting }: World,
  { id, sec_subject_uid }: Organisation,
  member: Member,
  role: { key: string; permissions: NonNullable<Parameters<typeof storage.roles.insert>[0]>['permissions'] },
): Promise<void> => {
  const acting = await storage.identities.acting(member.userId, sec_subject_uid)
  const found = await storage.roles.find(id, role.key)
  const roleId = found?.id ?? `${role.key} of ${id}`
  if (!found)
    await storage.roles.insert({
      ...role,
      id: roleId,
      organisationId: id,
      name: role.key,
      description: '',
      createdAt: setting.now(),
    })
  await storage.roles.give({ id: roleId, organisationId: id }, [acting?.identity.id ?? ''])
}
