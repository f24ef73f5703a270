/** A third-party identity of an account: at most one of each platform, and of one account only. */
export interface PlatformBinding {
  platform: string
  /** The platform's id for the person. */
  openid: string
  accountId: string
  /** The platform's name for the person. */
  name: string
  boundAt: number
}

export interface PlatformStore {
  /** False when the identity is bound already. */
  bind(binding: { platform: string; openid: string; accountId: string; name: string; at: number }): Promise<boolean>
  /** False when the account is not bound to this identity, or not any more. */
  unbind(binding: { platform: string; openid: string; accountId: string }): Promise<boolean>
  /** The identities of an account, in the order in which they were bound. */
  of(accountId: string): Promise<PlatformBinding[]>
}
