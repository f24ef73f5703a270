import type { OpenScope } from '#contract/applications/open-scopes'
import type { SigningAlgorithm } from '#contract/applications/registered/signing-algorithms'
import type { ClaimRules } from './claim-rules'
import type { ClientProtocol } from './client-protocol'

/** An application that requests authorisation from people. */
export interface ClientRecord {
  /** The client_key, which is the client_id in the protocol. */
  id: string
  name: string
  /** The key of its picture. */
  icon: string | null
  /** Null: registered by the operator. */
  organisationId: string | null
  /** The only addresses that the browser returns to, compared exactly. */
  redirectUris: readonly string[]
  postLogoutUris: readonly string[]
  /** App schemes that the operator has allowed as an exception: without a dot, or for a client with a secret. */
  appSchemes: readonly string[]
  /** The address that is notified of ended sessions. */
  logoutUrl: string | null
  scopes: readonly OpenScope[]
  /** True for the operator's own client: people are not asked for consent. */
  isFirstParty: boolean
  isVerified: boolean
  /** True when its requests need PKCE (RFC 7636). A client without a secret always needs it. */
  requiresPkce: boolean
  /** True when it may sign people in on devices and in terminals that have no browser. */
  hasDeviceGrant: boolean
  idTokenAlg: SigningAlgorithm
  /** Which claims it gets, and under which names. Null: `sub` in ID tokens, and everything at the userinfo endpoint. */
  claimRules: ClaimRules | null
  protocol: ClientProtocol
  /** The hash of its secret. Null: it cannot keep a secret, like an app on a phone. */
  secretHash: string | null
  /** The previous secret, while both are accepted. */
  previousSecret: { hash: string; until: number } | null
  createdAt: number
  disabledAt: number | null
  /** Tokens issued before this time have ended. Null: it was never disabled. */
  tokensEndedAt: number | null
  /** The public id of the member that has registered it. Null: the operator did, or it is not known. */
  registeredBy: string | null
  /** When its secret expires. Null: never. */
  secretExpiresAt: number | null
  /** When it last got a token for itself, to the hour. */
  machineUsedAt: number | null
  /** When its metadata document expires. Null: it is registered here. */
  documentUntil: number | null
  /** True when its organisation has disabled it. The organisation can enable it again. */
  isDisabledByOwner: boolean
}

/** A client, with the organisation that has registered it. */
export interface OwnedClient extends ClientRecord {
  owner: { name: string; isSuspended: boolean } | null
  ownerPublicId: string | null
  /** True when it has a webhook for signals about people, so its tokens name their session. */
  isSignalled: boolean
}

export type ClientChange = Partial<
  Pick<
    ClientRecord,
    | 'name'
    | 'icon'
    | 'redirectUris'
    | 'postLogoutUris'
    | 'appSchemes'
    | 'logoutUrl'
    | 'scopes'
    | 'isFirstParty'
    | 'isVerified'
    | 'requiresPkce'
    | 'hasDeviceGrant'
    | 'idTokenAlg'
    | 'claimRules'
    | 'protocol'
    | 'secretHash'
    | 'secretExpiresAt'
    | 'previousSecret'
    | 'disabledAt'
    | 'isDisabledByOwner'
  >
>
