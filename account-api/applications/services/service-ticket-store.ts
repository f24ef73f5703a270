/** A service ticket that was issued. */
export interface ServiceTicketRecord {
  serviceId: string
  /** Null: the session has ended. */
  sessionId: string | null
  /** When the session was proven, if this is the first ticket after that proof. */
  proof: number | null
  expiresAt: number
}

/** The session of a service ticket, while it lives. */
export interface TicketHolder {
  accountId: string
  provenAt: number
}

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

/** Ends of sessions that others have to be told of. */
export interface EndsToTell {
  /** The services that have to be told of something by now. */
  toTell(at: number): Promise<ServiceToTell[]>
  /** Claims what one service has to be told of, for one attempt. No other copy claims it before `until`. */
  claim(serviceId: string, claimed: { at: number; until: number; limit: number }): Promise<EndedTicket[]>
  /** Forgets a ticket: its service knows, or will never listen. */
  forget(hash: string): Promise<void>
  postpone(hash: string, until: number): Promise<void>
}

export interface ServiceTicketStore extends EndsToTell {
  /** False when the session has ended, or has a ticket with this proof already. */
  insert(ticket: ServiceTicketRecord & { hash: string; sessionId: string; at: number }): Promise<boolean>
  find(hash: string): Promise<ServiceTicketRecord | undefined>
  /** The session of a ticket. It cannot end before the transaction does. */
  holder(sessionId: string): Promise<TicketHolder | undefined>
  /** Uses up a ticket, in one statement. False when it is used already. */
  spend(hash: string, at: number): Promise<boolean>
  /** Keeps a spent ticket itself, so that its service can be told when its session ends. */
  keep(hash: string, kept: { ticket: string; expiresAt: number }): Promise<void>
}
