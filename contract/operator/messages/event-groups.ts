/** The first parts of event names: the actor, or the log's owner. */
export const eventGroups = ['account', 'visitor', 'application', 'operator', 'system', 'organisation'] as const
export type EventGroup = (typeof eventGroups)[number]

/** The first part of event names for an organisation: those of its own log. All others are for the operator. */
export const ofOrganisations = 'organisation' satisfies EventGroup
