/** An account's identity at a third-party platform: at most one of a platform, and nobody else's. */
export interface PlatformBinding {
  platform: string
  /** Who the person is to the platform. */
  openid: string
  accountId: string
  /** What the platform calls the person. */
  name: string
  boundAt: number
}

export interface PlatformStore {
  /** False when the identity is bound already. */
  bind(binding: { platform: string; openid: string; accountId: string; name: string; at: number }): Promise<boolean>
  /** False when the account is not bound to this identity (any more). */
  unbind(binding: { platform: string; openid: string; accountId: string }): Promise<boolean>
  /** The identities of an account, the one bound first first. */
  of(accountId: string): Promise<PlatformBinding[]>
}
