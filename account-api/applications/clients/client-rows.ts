import type { Selectable } from 'kysely'
import type { Schema } from '#account-api/database/schema'
import type { SigningAlgorithm } from '#contract/applications/registered/signing-algorithms'
import type { ClaimRules } from './claim-rules'
import { protocolIn } from './client-protocol'
import type { ClientChange, ClientRecord } from './client-record'
import { scopesIn } from './scopes'

export const columnsOf = <Given extends ClientChange>({
  name,
  icon,
  redirectUris,
  postLogoutUris,
  appSchemes,
  logoutUrl,
  scopes,
  isFirstParty,
  isVerified,
  requiresPkce,
  hasDeviceGrant,
  idTokenAlg,
  claimRules,
  protocol,
  secretHash,
  secretExpiresAt,
  previousSecret,
  disabledAt,
  isDisabledByOwner,
}: Given) =>
  ({
    ...(name !== undefined && { name }),
    ...(icon !== undefined && { icon }),
    ...(redirectUris && { redirect_uris: JSON.stringify(redirectUris) }),
    ...(postLogoutUris && { post_logout_uris: JSON.stringify(postLogoutUris) }),
    ...(appSchemes && { app_schemes: appSchemes.join(' ') }),
    ...(logoutUrl !== undefined && { logout_url: logoutUrl }),
    ...(scopes && { scopes: scopes.join(' ') }),
    ...(isFirstParty !== undefined && { is_first_party: Number(isFirstParty) }),
    ...(isVerified !== undefined && { is_verified: Number(isVerified) }),
    ...(requiresPkce !== undefined && { requires_pkce: Number(requiresPkce) }),
    ...(hasDeviceGrant !== undefined && { has_device_grant: Number(hasDeviceGrant) }),
    ...(idTokenAlg !== undefined && { id_token_alg: idTokenAlg }),
    ...(claimRules !== undefined && { claim_rules: claimRules && JSON.stringify(claimRules) }),
    ...(protocol && { protocol: JSON.stringify(protocol) }),
    ...(secretHash !== undefined && { secret_hash: secretHash }),
    ...(secretExpiresAt !== undefined && { secret_expires_at: secretExpiresAt }),
    ...(previousSecret !== undefined && {
      previous_secret_hash: previousSecret?.hash ?? null,
      previous_secret_until: previousSecret?.until ?? null,
    }),
    ...(disabledAt !== undefined && { disabled_at: disabledAt }),
    // Enabling the client again does not revive its tokens.
    ...(disabledAt != null && { tokens_ended_at: disabledAt }),
    ...(isDisabledByOwner !== undefined && { is_disabled_by_owner: Number(isDisabledByOwner) }),
  }) as Required<Given> extends Given ? Omit<Schema['open_clients'], Kept> : Partial<Schema['open_clients']>

/** The columns that never change. */
type Kept =
  | 'id'
  | 'organisation_id'
  | 'created_at'
  | 'removed_at'
  | 'tokens_ended_at'
  | 'registered_by'
  | 'machine_used_at'
  | 'secret_told_of'
  | 'document_until'
  | 'is_kept'

export const clientOf = (row: Selectable<Schema['open_clients']>): ClientRecord => ({
  id: row.id,
  name: row.name,
  icon: row.icon,
  organisationId: row.organisation_id,
  redirectUris: JSON.parse(row.redirect_uris) as string[],
  postLogoutUris: JSON.parse(row.post_logout_uris) as string[],
  appSchemes: row.app_schemes === '' ? [] : row.app_schemes.split(' '),
  logoutUrl: row.logout_url,
  scopes: scopesIn(row.scopes),
  isFirstParty: row.is_first_party === 1,
  isVerified: row.is_verified === 1,
  requiresPkce: row.requires_pkce === 1,
  hasDeviceGrant: row.has_device_grant === 1,
  idTokenAlg: row.id_token_alg as SigningAlgorithm,
  claimRules: row.claim_rules === null ? null : (JSON.parse(row.claim_rules) as ClaimRules),
  protocol: protocolIn(row.protocol),
  secretHash: row.secret_hash,
  previousSecret:
    row.previous_secret_hash === null || row.previous_secret_until === null
      ? null
      : { hash: row.previous_secret_hash, until: row.previous_secret_until },
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
  tokensEndedAt: row.tokens_ended_at,
  registeredBy: row.registered_by,
  secretExpiresAt: row.secret_expires_at,
  machineUsedAt: row.machine_used_at,
  documentUntil: row.document_until,
  isDisabledByOwner: row.is_disabled_by_owner === 1,
})
