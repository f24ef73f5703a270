import type { Client } from '../../../contract/client'
import type { World } from '../world'
import type { Member, Organisation } from './members'

/** The ticket in a link. */
export const ticketOf = (link: string): string => new URL(link).searchParams.get('invite_ticket') ?? ''

/** Invites a mobile number. Answers the id and the ticket of the invitation. */
export const inviteMobile = async (
  { sec_subject_uid, manager }: Organisation,
  mobile: string,
  offer: Partial<Parameters<Client['inviteByMobile']>[0]> = {},
): Promise<{ invite_id: string; invite_ticket: string; link: string }> => {
  const sent = await manager.client.inviteByMobile({ sec_subject_uid, mobile, ...offer })
  if (!sent.ok) throw new Error(`not invited: ${sent.code}`)
  return { invite_id: sent.data.invite_id, invite_ticket: ticketOf(sent.data.link), link: sent.data.link }
}

/** Makes a link for so many people. */
export const inviteByLink = async (
  { sec_subject_uid, manager }: Organisation,
  places: number,
  offer: Partial<Parameters<Client['inviteByLink']>[0]> = {},
): Promise<{ invite_id: string; invite_ticket: string; link: string }> => {
  const made = await manager.client.inviteByLink({ sec_subject_uid, places, ...offer })
  if (!made.ok) throw new Error(`no link: ${made.code}`)
  return { invite_id: made.data.invite_id, invite_ticket: ticketOf(made.data.link), link: made.data.link }
}

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

/** Invites somebody by workplace messaging. Answers the id and the ticket of the invitation. */
export const inviteByWorkplace = async (
  { sec_subject_uid, manager }: Organisation,
  workplace_id: string,
  offer: Partial<Parameters<Client['inviteByWorkplace']>[0]> = {},
): Promise<{ invite_id: string; invite_ticket: string; link: string }> => {
  const sent = await manager.client.inviteByWorkplace({ sec_subject_uid, workplace_id, ...offer })
  if (!sent.ok) throw new Error(`not invited: ${sent.code}`)
  return { invite_id: sent.data.invite_id, invite_ticket: ticketOf(sent.data.link), link: sent.data.link }
}
