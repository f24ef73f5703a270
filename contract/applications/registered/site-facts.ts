/** The facts about a person that a protected site can get, next to the user id. */
export const siteFacts = ['name', 'email', 'groups', 'organisation'] as const
export type SiteFact = (typeof siteFacts)[number]

export const isSiteFact = (name: string): name is SiteFact => siteFacts.some((each) => each === name)
