import type { proofRefusals } from '#contract/sign-in/third-party-errors'
import type { WholeProfile } from './platform-store'

/** The parameters of a visit to a provider, random and made for one visit. */
export interface Visit {
  redirectUri: string
  state: string
  nonce: string
  /** The S256 challenge of the code verifier (RFC 7636). */
  codeChallenge: string
  /** True when the person is to sign in there again, where the provider can ask for that. */
  isFresh: boolean
}

/** The proof returned by a provider: a code, which only the app that it was issued to can redeem. */
export interface OutsideProof {
  code: string
  redirectUri: string
  codeVerifier?: string
  nonce?: string
}

/** A person, as a provider has just reported. */
export interface OutsideIdentity
  extends Pick<WholeProfile, 'openid' | 'name'>,
    Partial<Pick<WholeProfile, 'unionid' | 'tenantKey' | 'pictureUrl'>> {
  /** When the person last signed in at the provider, where it reports that. */
  provenAt?: number
}

export interface Provider {
  appId: string
  /** The deployment's own issuer. No page offers it. */
  isOwn: boolean
  /**
   * True when the provider can request a fresh sign-in and report its time. The reported time is checked: an issuer
   * that leaves it out proves nobody.
   */
  tellsWhen: boolean
  /**
   * Returns the address at the provider for the browser.
   * @throws ProviderFailed
   */
  start(visit: Visit): Promise<string>
  /**
   * Asks the provider for the identity of the returned person, within 4 seconds.
   * @throws ProviderFailed
   */
  identify(proof: OutsideProof): Promise<OutsideIdentity>
  /**
   * Returns the person whose access token an app on their device got. Any other app could present the tokens of
   * its users here, so the provider has to confirm that the token was issued to this operator's app. Undefined if it
   * cannot confirm that.
   * @throws ProviderFailed
   */
  identifyByToken?(accessToken: string): Promise<OutsideIdentity>
}

/**
 * A provider gave no identity. `platform_refused`: it refuses this proof, or its answer is invalid.
 * `platform_unreachable`: it gives no complete answer, or reports an internal error.
 */
export class ProviderFailed extends Error {
  constructor(
    readonly code: 'platform_refused' | 'platform_unreachable',
    /** For the operator's log: no secrets, and no data of the person. */
    message: string,
    /** The code of the answer to the caller. */
    readonly reason?: (typeof proofRefusals)[number],
  ) {
    super(message)
  }
}

/** An access token was issued to another app. */
export const ofOtherApp = (): ProviderFailed =>
  new ProviderFailed('platform_refused', 'the access token was issued to another app', 'other_app')

/** The provider cannot confirm to which app an access token was issued. */
export const cannotTell = (who: string): ProviderFailed =>
  new ProviderFailed('platform_refused', `${who} cannot tell to whose app an access token was issued`, 'cannot_tell')
