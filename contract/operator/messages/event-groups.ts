/** The beginnings of the names of events: who did it, or whose log has it. */
export const eventGroups = ['account', 'visitor', 'application', 'operator', 'system', 'organisation'] as const
export type EventGroup = (typeof eventGroups)[number]

/** The beginning of the names of events for an organisation: those of its own log. All others are for the operator. */
export const ofOrganisations = 'organisation' satisfies EventGroup
