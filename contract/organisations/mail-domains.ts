/**
 * How people with a proven address of a mail domain may join: not at all; by an invitation, about which they are
 * informed; on their own.
 */
export const joinings = ['off', 'invited', 'join'] as const

/**
 * The faults of the text record of a mail domain. `no_domain`: the domain does not exist. `too_much`: it cannot be
 * found among too many other records.
 */
export const recordFaults = ['no_domain', 'no_record', 'wrong_value', 'too_much'] as const
export type RecordFault = (typeof recordFaults)[number]

/**
 * The maximum length of a mail domain, in characters. With the label of the text record, a name has 253 at most (RFC
 * 1035).
 */
export const longestDomain = 239
