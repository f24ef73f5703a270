import type { Client } from '#contract/client'
import type { Organisation } from '#tests/account-api/organisations/members/members'
import { dataOf } from '#tests/account-api/worlds/world'

/** The ticket in a link. */
export const ticketOf = (link: string): string => new URL(link).searchParams.get('invite_ticket') ?? ''

type Answer = Awaited<ReturnType<Client['inviteByMobile' | 'inviteByWorkplace' | 'inviteByLink']>>

/** The id, ticket and link of a created invitation. */
const made = (answer: Answer): { invite_id: string; invite_ticket: string; link: string } => {
  const { invite_id, link } = dataOf(answer)
  return { invite_id, invite_ticket: ticketOf(link), link }
}

/** An invitation as its organisation sees it. */
export const invitationOf = async ({ manager, sec_subject_uid }: Organisation, invite_id: string) =>
  dataOf(await manager.client.invitationInfo({ sec_subject_uid, invite_id })).invitation

/** Invites a mobile number. */
export const inviteMobile = async (
  { sec_subject_uid, manager }: Organisation,
  mobile: string,
  offer: Partial<Parameters<Client['inviteByMobile']>[0]> = {},
) => made(await manager.client.inviteByMobile({ sec_subject_uid, mobile, ...offer }))

/** Has a person accept an invitation to their mobile. @returns the id of the membership */
export const joinByMobile = async (
  organisation: Organisation,
  { client, mobile }: { client: Client; mobile: string },
): Promise<string> => {
  const { invite_id } = await inviteMobile(organisation, mobile)
  return dataOf(await client.acceptInvitation({ invite_id })).identity_id
}

/** Invites somebody by workplace messaging. */
export const inviteByWorkplace = async (
  { sec_subject_uid, manager }: Organisation,
  workplace_id: string,
  offer: Partial<Parameters<Client['inviteByWorkplace']>[0]> = {},
) => made(await manager.client.inviteByWorkplace({ sec_subject_uid, workplace_id, ...offer }))

/** Creates a link for this many people. */
export const inviteByLink = async (
  { sec_subject_uid, manager }: Organisation,
  places: number,
  offer: Partial<Parameters<Client['inviteByLink']>[0]> = {},
) => made(await manager.client.inviteByLink({ sec_subject_uid, places, ...offer }))
