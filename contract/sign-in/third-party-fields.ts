import { z } from 'zod'
import { sensitive } from '#contract/terms/sensitive'

export const platformName = z.string().min(1).max(32)

/** The secrets of a visit, as returned by thirdPartyStart. */
export const visit = {
  redirect_uri: z.string().max(2048).optional(),
  code_verifier: sensitive(z.string().min(43).max(128)).optional(),
  nonce: sensitive(z.string().min(16).max(128)).optional(),
}

export const outsideCode = sensitive(z.string().min(1).max(2048))

/**
 * The proof from a provider: a code, or an access token of an app on the person's device. The bundled account API
 * accepts an access token only if the provider says that it was issued to the configured app.
 */
export const outsideProof = {
  platform: platformName,
  /** The app that the proof was issued to. Only the configured one is accepted. */
  platform_app_id: z.string().min(1).max(512).optional(),
  code: outsideCode.optional(),
  access_token: sensitive(z.string().min(1).max(8192)).optional(),
  /** A part of OAuth 1, which no provider of the bundled account API uses, so it is refused. */
  access_token_secret: sensitive(z.string().max(8192)).optional(),
  /** The expected person. A proof of another person is refused. */
  openid: sensitive(z.string().min(1).max(255)).optional(),
  /** How long the access token is still valid, in seconds. One that has expired (0 or less) is refused. */
  expires_in: z.coerce.number().int().min(1).optional(),
  ...visit,
}
