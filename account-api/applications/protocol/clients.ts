import type { Client, Payload } from 'oidc-provider'
import { isNativeClient } from '#account-api/applications/clients/client-addresses'
import { isMachine, mayExchange } from '#account-api/applications/clients/client-protocol'
import type { OwnedClient } from '#account-api/applications/clients/client-record'
import { isLivingClient } from '#account-api/applications/clients/client-rule'
import { isSecretOf } from '#account-api/applications/clients/secret'
import { tokenExchange } from './token-exchange'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

/**
 * A client in the terms of OpenID Connect Dynamic Client Registration 1.0. Undefined for a client that may make no
 * requests.
 */
export const clientMetadata = (client: OwnedClient, at: number): Payload | undefined => {
  if (!isLivingClient(client)) return undefined
  const { id, name, redirectUris, postLogoutUris, logoutUrl, scopes, secretHash, previousSecret } = client
  const { requiresPkce, hasDeviceGrant, organisationId, protocol } = client
  const isFapi = protocol.profile === 'fapi2'
  const asksPeople = redirectUris.length > 0
  const isExpired = client.secretExpiresAt !== null && client.secretExpiresAt <= at
  const hashes = [
    ...(secretHash === null || isExpired ? [] : [secretHash]),
    ...(previousSecret && previousSecret.until > at ? [previousSecret.hash] : []),
  ]
  return {
    client_id: protocol.document ?? id,
    client_name: name,
    application_type: isNativeClient(client) ? 'native' : 'web',
    redirect_uris: redirectUris,
    post_logout_redirect_uris: postLogoutUris,
    scope: scopes.join(' '),
    grant_types: [
      ...(asksPeople ? ['authorization_code', 'refresh_token'] : []),
      ...(hasDeviceGrant ? [deviceGrant] : []),
      ...(isMachine(protocol) ? ['client_credentials'] : []),
      ...(mayExchange(protocol) ? [tokenExchange] : []),
    ],
    response_types: asksPeople ? ['code'] : [],
    protocol,
    machine_used_at: client.machineUsedAt,
    organisation: client.ownerPublicId,
    require_signed_request_object: protocol.requiresJar,
    ...(protocol.keys && ('uri' in protocol.keys ? { jwks_uri: protocol.keys.uri } : { jwks: protocol.keys })),
    id_token_signed_response_alg: client.idTokenAlg,
    claim_rules: client.claimRules,
    require_pushed_authorization_requests: protocol.requiresPar || isFapi,
    dpop_bound_access_tokens: protocol.requiresDpop || isFapi,
    requires_pkce: requiresPkce || isFapi || secretHash === null,
    is_operators: organisationId === null && protocol.document === null,
    is_first_party: client.isFirstParty,
    ...(protocol.usesKeys
      ? { token_endpoint_auth_method: 'private_key_jwt' }
      : secretHash === null
        ? { token_endpoint_auth_method: 'none' }
        : // The library needs a secret to compare with. The hashes are compared instead (below).
          { token_endpoint_auth_method: 'client_secret_basic', client_secret: secretHash, secret_hashes: hashes }),
    is_signalled: client.isSignalled,
    ...(logoutUrl !== null && { backchannel_logout_uri: logoutUrl, backchannel_logout_session_required: true }),
  }
}

/** Has the library name the session in tokens of a client that is notified of its end in either way. */
export function includeSid(this: Pick<Client, 'is_signalled' | 'backchannelLogoutUri'>): boolean {
  return this.is_signalled === true || this.backchannelLogoutUri !== undefined
}

/** Replaces the library's comparison, which needs plaintext secrets. */
export function compareClientSecret(this: Pick<Client, 'secret_hashes'>, secret: string): boolean {
  return isSecretOf(this.secret_hashes ?? [], secret)
}
