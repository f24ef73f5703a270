/** The states of a request to join an organisation. An accepted or withdrawn request is deleted. */
export const joinRequestStates = ['pending', 'declined'] as const
/** The role key that stands for the former roles of a removed member. No role has this key. */
export const formerRoles = '_before'

export type JoinRequestState = (typeof joinRequestStates)[number]
