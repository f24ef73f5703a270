/** A lost number that is taken off its account when the time comes, unless something speaks against it until then. */
export interface HeldUnbinding {
  accountId: string
  mobile: string
  askedAt: number
  takesEffectAt: number
}

export interface UnbindingStore {
  /** Holds one, in the place of another of the same account. */
  put(held: HeldUnbinding): Promise<void>
  of(accountId: string): Promise<HeldUnbinding | undefined>
  ofMobile(mobile: string): Promise<HeldUnbinding[]>
  /** The accounts whose time has come. */
  due(at: number, limit: number): Promise<string[]>
  /** Takes the one of an account out when its time has come; undefined when another copy did, or it was dropped. */
  take(accountId: string, at: number): Promise<HeldUnbinding | undefined>
  drop(accountId: string): Promise<HeldUnbinding | undefined>
}
