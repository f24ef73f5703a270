/** The orders of a list of members. By joining: the earliest first. */
export const memberSorts = ['name', 'joined_at'] as const
export type MemberSort = (typeof memberSorts)[number]

/** The maximum length of a search for members, in characters: an email may be that long. */
export const memberSearchMaxLength = 254

/** The direction of such an order. */
export const memberOrders = ['ascending', 'descending'] as const

export const memberActs = ['rename', 'freeze', 'remove'] as const
export type MemberAct = (typeof memberActs)[number]

/** The reasons why an act on a member was refused. */
export const memberRefusals = [
  'no_such_identity',
  'is_manager',
  'own_identity',
  'beyond_own_permissions',
  'was_manager',
] as const
export type MemberRefusal = (typeof memberRefusals)[number]
