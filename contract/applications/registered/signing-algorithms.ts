/** The algorithms that sign ID tokens and logout tokens, by their names in RFC 7518. Every client has one of them. */
export const signingAlgorithms = ['RS256', 'ES256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]
