import { z } from 'zod'
import { sensitive } from '../terms/sensitive'

/** Names a third-party platform. */
export const platformName = z.string().min(1).max(32)

/** The secrets of a visit, as thirdPartyStart answered them. */
export const visit = {
  redirect_uri: z.string().max(2048).optional(),
  code_verifier: sensitive(z.string().min(43).max(128)).optional(),
  nonce: sensitive(z.string().min(16).max(128)).optional(),
}

export const outsideCode = sensitive(z.string().min(1).max(2048))

/**
 * What a provider gave: a code, or an access token to an app on the person's device. The embedded account API takes codes
 * alone and refuses an access token, which does not tell whose app got it.
 */
export const outsideProof = {
  platform: platformName,
  /** The app of ours that it was given to. Another one than the one that is set up is refused. */
  platform_app_id: z.string().min(1).max(512).optional(),
  code: outsideCode.optional(),
  access_token: sensitive(z.string().min(1).max(8192)).optional(),
  /** Of OAuth 1, which no provider here has. It is accepted and not used. */
  access_token_secret: sensitive(z.string().max(8192)).optional(),
  openid: sensitive(z.string().min(1).max(255)).optional(),
  /** The seconds for which the access token is good. The provider judges it anyway. */
  expires_in: z.coerce.number().int().min(0).optional(),
  ...visit,
}
