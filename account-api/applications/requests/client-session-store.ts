import type { EndsToTell } from '../services/service-ticket-store'

/** The sessions in which clients that want to be told of ends have got tokens. */
export interface ClientSessionStore extends EndsToTell {
  /** Notes a session of a client, once. Nothing is noted when the session has ended. */
  note(begun: { id: string; clientId: string; sessionId: string; sid: string; expiresAt: number }): Promise<void>
  /** Erases some of those of a client, and answers how many. */
  endOfClient(clientId: string, limit: number): Promise<number>
}

/** An ended session as its client is told of it. */
export interface EndedClientSession {
  clientId: string
  sub: string
  sid: string
}
