/** A lost number that will be unbound at a time, unless somebody stops it. */
export interface PendingUnbinding {
  accountId: string
  mobile: string
  askedAt: number
  takesEffectAt: number
}

export interface UnbindingStore {
  /** Notes the pending unbinding of an account, in place of another that it had. */
  put(pending: PendingUnbinding): Promise<void>
  of(accountId: string): Promise<PendingUnbinding | undefined>
  ofMobile(mobile: string): Promise<PendingUnbinding[]>
  /** The accounts whose unbinding is due. */
  due(at: number, limit: number): Promise<string[]>
  /**
   * Takes the pending unbinding of an account, if it is due. Undefined when another copy took it, or it was stopped.
   */
  take(accountId: string, at: number): Promise<PendingUnbinding | undefined>
  drop(accountId: string): Promise<PendingUnbinding | undefined>
}
