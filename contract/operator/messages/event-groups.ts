/** The first parts of event names: the actor, the log's owner, or `signal`. Events of an actor are for the operator. */
export const eventGroups = [
  ...(['account', 'visitor', 'application', 'operator', 'system'] as const),
  ...(['organisation', 'signal'] as const),
] as const
export type EventGroup = (typeof eventGroups)[number]

/** The first part of event names for an organisation: those of its own log. */
export const ofOrganisations = 'organisation' satisfies EventGroup

/** The first part of the names of what clients are told about people. */
export const ofClients = 'signal' satisfies EventGroup

/** What clients are told, by Security Event Tokens of CAEP. */
export const signalTypes = ['session_revoked', 'credential_change'] as const
export type SignalType = (typeof signalTypes)[number]
