/** The states of a request to join an organisation. A request that was accepted or withdrawn is gone. */
export const joinRequestStates = ['pending', 'declined'] as const
export type JoinRequestState = (typeof joinRequestStates)[number]
