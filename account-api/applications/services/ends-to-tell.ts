/** A service that has to be told of the end of sessions. */
export interface ServiceToTell {
  id: string
  logoutUrl: string
  /** The organisation that has registered it. Undefined: the operator has. */
  organisationId?: string | undefined
}

/** The end of a session that a service has to be told of. */
export interface EndedTicket {
  hash: string
  /** The ticket itself, by which the service knows its own session. */
  ticket: string
  attempts: number
}

/** What is claimed: at most so many ends that are due at a time, for an attempt that is over at another. */
export interface Claiming {
  at: number
  until: number
  limit: number
}

/** Ends of sessions that others have to be told of. */
export interface EndsToTell {
  /** The services that have to be told of something by now. */
  toTell(at: number): Promise<ServiceToTell[]>
  /** Claims what one service has to be told of, for one attempt. No other copy claims it before `until`. */
  claim(serviceId: string, claimed: Claiming): Promise<EndedTicket[]>
  /** Forgets a ticket: its service knows, or will never listen. */
  forget(hash: string): Promise<void>
  postpone(hash: string, until: number): Promise<void>
}
