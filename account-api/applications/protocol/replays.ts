import type Provider from 'oidc-provider'
import { recordHash } from '#account-api/applications/grants/protocol-store'
import type { Service } from '#account-api/applications/service'

/**
 * Takes each signed proof of a client once, at all copies: one statement stores it, unless it is there. The library would
 * look first, and two requests at the same moment would both find nothing.
 */
export const takeOnce = ({ ReplayDetection }: Provider, { storage }: Service): void => {
  ReplayDetection.unique = (iss, jti, exp) =>
    storage.protocol.putOnce({ hash: recordHash('ReplayDetection', `${iss} ${jti}`), expiresAt: exp * 1000 })
}
