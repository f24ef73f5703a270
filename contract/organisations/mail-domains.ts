/** What whoever has proven an address of a mail domain may do: nothing; be invited, which they are told; join. */
export const joinings = ['off', 'invited', 'join'] as const

/**
 * What is wrong with the text record of a mail domain. `no_domain`: there is no such domain at all. `too_much`: there
 * are so many other records that it cannot be found among them.
 */
export const recordFaults = ['no_domain', 'no_record', 'wrong_value', 'too_much'] as const
export type RecordFault = (typeof recordFaults)[number]

/** The longest mail domain, in characters. With the label of the text record, a name has 253 at most (RFC 1035). */
export const longestDomain = 239
