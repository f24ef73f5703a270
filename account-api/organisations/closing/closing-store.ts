export interface ClaimedClosing {
  organisationId: string
  /** How often its erasure was begun, with this time. */
  attempts: number
}

/** Organisations that are being closed. */
export interface ClosingStore {
  begin(organisationId: string, closesAt: number): Promise<void>
  /** False unless the organisation is being closed and its erasure has not begun. */
  undo(organisationId: string, at: number): Promise<boolean>
  /** Claims organisations that are due, those that have waited longest first. No copy claims them again before `until`. */
  claim(at: number, until: number, limit: number): Promise<ClaimedClosing[]>
  /** Makes a claimed organisation due at this time. */
  postpone(organisationId: string, until: number): Promise<void>
  /** Erases so many rows of what an organisation may have a great number of, and answers how many there were. */
  eraseSome(organisationId: string, limit: number): Promise<number>
  /** Erases an organisation that is due, with what is left of it. */
  erase(organisationId: string, at: number): Promise<void>
}
