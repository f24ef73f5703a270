import { type BaseInfo, baseInfos, type DetailInfo, detailInfos } from './organisation-infos'

/** What can be done in an organisation, as its log names it; the web app has a text for each. */
export const organisationActs = [
  'organisation_created',
  'organisation_updated',
  'role_created',
  'role_updated',
  'role_banned',
  'role_unbanned',
  'role_assigned',
  'role_removed',
  'invitation_sent',
  'invitation_list_sent',
  'invitation_resent',
  'invitation_updated',
  'invitation_cancelled',
  'invitation_accepted',
  'invitation_declined',
  'member_renamed',
  'member_frozen',
  'member_unfrozen',
  'member_removed',
  'member_left',
  'user_created',
  'user_activated',
  'user_renewed',
  'user_cancelled',
  'organisation_frozen',
  'organisation_unfrozen',
  'organisation_closing',
  'organisation_reopened',
  'transfer_started',
  'transfer_done',
  'transfer_declined',
  'transfer_withdrawn',
  'transfer_ended',
  'domain_added',
  'domain_proven',
  'domain_missing',
  'domain_lost',
  'domain_updated',
  'domain_removed',
  'member_joined_by_domain',
] as const

export type OrganisationAct = (typeof organisationActs)[number]

/** The values that acts change, as the log names them; the web app has a text for each. */
export const organisationValues = [
  'name',
  ...(Object.keys(baseInfos) as BaseInfo[]),
  ...(Object.keys(detailInfos) as DetailInfo[]),
  'description',
  'permissions',
  'roles',
  'role',
  'is_frozen',
  'manager',
  'mobile',
  'email',
  'channel',
  'note',
  'ends_at',
  'extra',
  'domain',
  'joining',
  'people',
] as const

/** What an act has changed: the values before it, or after it. */
export type OrganisationValues = { [Name in (typeof organisationValues)[number]]?: unknown }
