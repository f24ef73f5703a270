import { hours } from '../../kernel/time'

/** How long a method is young: as long as the link in the message about it can take it back. */
export const youngMs = hours(72)

/** When a method counts that an account got at a time, unless two factors that counted have confirmed it. */
export const countsFrom = (since: number): number => since + youngMs

/** The same of a method that the account may lack. */
export const usualCountsFrom = (since: number | null): number | null => (since === null ? null : countsFrom(since))
