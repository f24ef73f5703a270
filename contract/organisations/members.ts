/** How a list of members is sorted. By joining: who joined first comes first. */
export const memberSorts = ['name', 'joined_at'] as const
export type MemberSort = (typeof memberSorts)[number]

/** What somebody can do to a member. */
export const memberActs = ['rename', 'freeze', 'remove'] as const
export type MemberAct = (typeof memberActs)[number]

/** Why something was not done to a member. */
export const memberRefusals = [
  'no_such_identity',
  'is_manager',
  'own_identity',
  'beyond_own_permissions',
  'was_manager',
] as const
export type MemberRefusal = (typeof memberRefusals)[number]
