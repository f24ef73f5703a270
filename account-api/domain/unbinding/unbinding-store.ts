/** A lost number that is taken off its account when the time comes, unless something speaks against it until then. */
export interface PendingUnbinding {
  accountId: string
  mobile: string
  askedAt: number
  takesEffectAt: number
}

export interface UnbindingStore {
  /** Holds one, in the place of another of the same account. */
  put(pending: PendingUnbinding): Promise<void>
  of(accountId: string): Promise<PendingUnbinding | undefined>
  ofMobile(mobile: string): Promise<PendingUnbinding[]>
  /** The accounts whose time has come. */
  due(at: number, limit: number): Promise<string[]>
  /** Takes the one of an account out when its time has come; undefined when another copy did, or it was dropped. */
  take(accountId: string, at: number): Promise<PendingUnbinding | undefined>
  drop(accountId: string): Promise<PendingUnbinding | undefined>
}
