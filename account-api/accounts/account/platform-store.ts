/** What a provider calls a person. */
export interface OutsideIds {
  platform: string
  /** The app of ours that the provider told it to: the same person may have another openid for another app. */
  appId: string
  /** The provider's id for the person, towards that app. */
  openid: string
  /** The provider's id for the person, towards all apps of this operator. Null where there is none. */
  unionid: string | null
}

/** A third-party identity of an account: at most one of each platform, and of one account only. */
export interface PlatformBinding extends OutsideIds {
  accountId: string
  /** The platform's name for the person. */
  name: string
  /** The provider's id for the organisation that the person belongs to there. */
  tenantKey: string | null
  boundAt: number
  /** The key of its picture, which is deleted with it. */
  picture: string | null
}

/** What a binding may leave out: an app that is not named, and ids that the provider does not have. */
type Unnamed = Partial<Pick<PlatformBinding, 'appId' | 'unionid' | 'tenantKey'>>

/** A third-party identity, as its platform has just told it. */
export interface PlatformProfile extends Unnamed, Pick<PlatformBinding, 'platform' | 'openid' | 'name'> {
  /** Whether a new account may be made for it. */
  registers?: boolean
  /** Where the platform says that the person's picture is. */
  pictureUrl?: string
}

/** The same with all its ids. */
export type WholeProfile = Required<Omit<PlatformProfile, 'registers' | 'pictureUrl'>> &
  Pick<PlatformProfile, 'pictureUrl'>

export type NewBinding = Pick<PlatformBinding, 'platform' | 'openid' | 'accountId' | 'name'> & Unnamed & { at: number }

export interface PlatformStore {
  /** False when the identity is bound already, by either of its ids, or the account has another of this platform. */
  bind(binding: NewBinding): Promise<boolean>
  /** False when the account is not bound to this identity, or not any more. */
  unbind(binding: { platform: string; openid: string; accountId: string }): Promise<boolean>
  /** The identities of an account, in the order in which they were bound. */
  of(accountId: string): Promise<PlatformBinding[]>
  /** The binding of a person at a provider: by the id towards the app, otherwise by the one towards all apps. */
  find(ids: OutsideIds): Promise<PlatformBinding | undefined>
  /** Gives a binding its picture. False when the account has it no more, or it has a picture. */
  setPicture(
    binding: Pick<PlatformBinding, 'platform' | 'appId' | 'openid' | 'accountId'> & { picture: string },
  ): Promise<boolean>
  /** Adds the id towards all apps to a binding that has none. */
  addUnionid(binding: OutsideIds & { unionid: string }): Promise<void>
}
