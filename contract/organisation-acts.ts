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
] as const

export type OrganisationAct = (typeof organisationActs)[number]
