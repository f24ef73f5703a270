/** A service that has to be notified of the end of sessions. */
export interface ServiceToTell {
  id: string
  logoutUrl: string
  /** The organisation that has registered it. Undefined: registered by the operator. */
  organisationId?: string | undefined
}

/** The end of a session that a service has to be notified of. */
export interface EndedTicket {
  hash: string
  /** The ticket itself, which the service uses as the name of its own session. */
  ticket: string
  attempts: number
}

/** The bounds of a claim: the maximum number of ends due by `at`, for an attempt that ends at `until`. */
export interface Claiming {
  at: number
  until: number
  limit: number
}

/** Ended sessions that others have to be notified of. */
export interface EndsToTell {
  /** The services that have to be notified of an end now. */
  toTell(at: number): Promise<ServiceToTell[]>
  /**
   * Claims the ends that one service has to be notified of, for one attempt. No other copy claims them before `until`.
   */
  claim(serviceId: string, claimed: Claiming): Promise<EndedTicket[]>
  /** Deletes a ticket: its service was notified, or never will be. */
  forget(hash: string): Promise<void>
  postpone(hash: string, until: number): Promise<void>
}
