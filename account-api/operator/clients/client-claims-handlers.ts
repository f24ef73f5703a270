import { isOpen } from '#account-api/accounts/account/account-record'
import { type ClaimRules, judgeClaimRules } from '#account-api/applications/clients/claim-rules'
import { isLivingClient } from '#account-api/applications/clients/client-rule'
import { type ClaimUse, claimsFor } from '#account-api/applications/grants/client-claims'
import type { OperatorHandling } from '#account-api/operator/handling'
import { findPerson } from '#account-api/operator/people/find-person'
import { noUser } from '#account-api/operator/people/users-handlers'
import { done, refuse } from '#contract/server'
import { noClient } from './client-acts'

/** The given rules, or their first fault. */
const readRules = (rules: unknown): { ok: true; rules: ClaimRules | null } | { ok: false; fault: string } =>
  rules === null ? { ok: true, rules } : judgeClaimRules(rules)

export const clientClaimsHandlers = {
  setClientClaims: async ({ client_key: key, rules }, { service: { storage } }) => {
    const read = readRules(rules)
    if (!read.ok) return refuse('invalid_input', read.fault)
    return (await storage.openClients.change(key, { claimRules: read.rules })) ? done({}) : noClient(key)
  },

  explainClientClaims: async ({ client_key: key, user }, { service }) => {
    const { storage } = service
    const client = await storage.openClients.find(key)
    if (!client) return noClient(key)
    const account = await findPerson(service, user)
    if (!account) return noUser(user)
    const agreed = await storage.authorisations.find(account.id, key)
    const scopes = new Set<string>(agreed?.scopes ?? client.scopes)
    const given = async (use: ClaimUse) => ({
      ...(await claimsFor(storage, account, { use, scopes, asked: [], client })),
    })
    return done({
      user_id: account.id,
      username: account.username,
      can_sign_in: isOpen(account),
      client_key: client.id,
      is_disabled: !isLivingClient(client),
      has_agreed: agreed !== undefined,
      scopes: [...scopes],
      id_token: await given('id_token'),
      userinfo: await given('userinfo'),
    })
  },
} satisfies OperatorHandling
