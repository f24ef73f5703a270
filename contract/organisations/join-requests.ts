/** The states of a request to join an organisation. A request that was accepted or withdrawn is gone. */
export const joinRequestStates = ['pending', 'declined'] as const
/** The role key that means the roles which a removed member had. No role has such a key. */
export const formerRoles = '_before'

export type JoinRequestState = (typeof joinRequestStates)[number]
