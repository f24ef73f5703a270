import type { WholeProfile } from './platform-store'

/** What a browser takes to a provider. All of it is random, and made for one visit. */
export interface Visit {
  redirectUri: string
  state: string
  nonce: string
  /** The S256 challenge of the code verifier (RFC 7636). */
  codeChallenge: string
  /** Whether the person is to sign in there again, where the provider can ask for that. */
  isFresh: boolean
}

/**
 * What came back from a provider: a code, which only the app that it was given to can redeem. An access token is no proof:
 * nothing in it tells whose app got it, so any other app could sign its people in here.
 */
export interface OutsideProof {
  code: string
  redirectUri: string
  codeVerifier?: string
  nonce?: string
}

/** A person, as a provider has just told. */
export interface OutsideIdentity
  extends Pick<WholeProfile, 'openid' | 'name'>,
    Partial<Pick<WholeProfile, 'unionid' | 'tenantKey' | 'pictureUrl'>> {
  /** When the person last signed in there, where the provider tells. */
  provenAt?: number
}

/** Somebody outside who can say who a person is. */
export interface Provider {
  /** The id of this deployment at the provider. */
  appId: string
  /** The deployment's own issuer. No page offers it. */
  isOwn: boolean
  /**
   * Whether it can ask a person to sign in there again, and tells when they did. What it tells is judged: an issuer that
   * leaves it out proves nobody.
   */
  tellsWhen: boolean
  /**
   * The address at the provider that the browser is sent to.
   * @throws ProviderFailed
   */
  start(visit: Visit): Promise<string>
  /**
   * Asks the provider who has come back. At most 4 seconds.
   * @throws ProviderFailed
   */
  identify(proof: OutsideProof): Promise<OutsideIdentity>
}

/**
 * A provider has told nothing. `platform_refused`: it refuses this proof, or its answer is not good.
 * `platform_unreachable`: it gives no answer, or no whole one, or is out of order.
 */
export class ProviderFailed extends Error {
  constructor(
    readonly code: 'platform_refused' | 'platform_unreachable',
    /** For the operator's log: nothing secret, and nothing of the person. */
    message: string,
  ) {
    super(message)
  }
}
