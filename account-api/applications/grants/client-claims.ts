import type { AccountProfile } from '#account-api/accounts/account/account-record'
import type { ClaimRules } from '#account-api/applications/clients/claim-rules'
import { type ClaimStores, claimsOf } from './claims'

/** Where claims appear: in a signed token, or in the answer to a request with the access token. */
export type ClaimUse = 'id_token' | 'userinfo'

interface Wanted {
  use: ClaimUse
  scopes: ReadonlySet<string>
  /** The claims that the client has requested by name, for this use. */
  asked: readonly string[]
  client: { id: string; claimRules: ClaimRules | null }
}

/**
 * The claims that a client gets about an account, by the rules in its record. A mapper gives nothing that the scopes do
 * not give. Without rules an ID token has `sub`, and the userinfo endpoint everything. An ID token also has the claims
 * requested by name, if the userinfo endpoint would have them.
 */
export const claimsFor = async (
  stores: ClaimStores,
  account: AccountProfile,
  { use, scopes, asked, client: { id: clientId, claimRules } }: Wanted,
): Promise<Record<string, unknown> & { sub: string }> => {
  const atUserinfo = claimRules?.userinfo
  const inIdToken = () => [
    ...(claimRules?.id_token ?? []),
    ...asked.filter((name) => atUserinfo === undefined || atUserinfo.includes(name)),
  ]
  const chosen = use === 'userinfo' ? atUserinfo : inIdToken()
  const sub = account.id
  if (chosen?.length === 0) return { sub }
  const groupsPrefix = claimRules?.groups_prefix ?? ''
  const given = await claimsOf(stores, account, { scopes, clientId, groupsPrefix })
  const mapped = (claimRules?.mappers ?? []).flatMap((mapper) => {
    const value = 'from' in mapper ? given[mapper.from] : mapper.value
    return value === undefined ? [] : [[mapper.claim, value] as const]
  })
  const all = { ...given, ...Object.fromEntries(mapped) }
  if (chosen === undefined) return { ...all, sub }
  return { ...Object.fromEntries(Object.entries(all).filter(([name]) => chosen.includes(name))), sub }
}
