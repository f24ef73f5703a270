import type Provider from 'oidc-provider'
import { recordHash } from '#account-api/applications/grants/protocol-store'
import type { Service } from '#account-api/applications/service'

/**
 * Accepts each signed proof of a client once, across all copies: one statement stores it, unless it exists. The library
 * would look first, so two concurrent requests would both find nothing.
 */
export const takeOnce = ({ ReplayDetection }: Provider, { storage }: Service): void => {
  ReplayDetection.unique = (iss, jti, exp) =>
    storage.protocol.putOnce({ hash: recordHash('ReplayDetection', `${iss} ${jti}`), expiresAt: exp * 1000 })
}
