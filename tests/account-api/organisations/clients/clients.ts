import type { Calls } from '#contract/calls'
import type { Answer } from '#contract/client'
import { discover, type Party } from '#tests/account-api/applications/protocol/parties'
import { postAs } from '#tests/account-api/applications/protocol/tokens'
import { type Organisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf, type World } from '#tests/account-api/worlds/world'

/** The fields with which an organisation’s application is registered. */
export const facts = {
  name: 'Ledger',
  redirect_uris: ['https://ledger.example/back'],
  scopes: ['openid', 'profile', 'offline_access'] as ('openid' | 'profile' | 'offline_access' | 'email')[],
}

const s256 = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }

type Registered = Extract<Answer<Calls['registerClient']>, { ok: true }>['data']

/** Helpers for the tests of organisations’ applications, in one world. */
export const clientsOf = (world: World) => {
  const register = async ({ manager, sec_subject_uid }: Organisation, more: object = {}): Promise<Registered> =>
    dataOf(await manager.client.registerClient({ sec_subject_uid, ...facts, ...more }))

  return {
    register,

    /** A registered application, as it asks us. */
    partyOf: async ({ client, secret }: Pick<Registered, 'client' | 'secret'>): Promise<Party> => {
      const config = await discover(await world.listen(), client.client_key, secret ?? '')
      return { key: client.client_key, secret: secret ?? '', redirectUri: facts.redirect_uris[0] ?? '', config }
    },

    /** An organisation with one application. */
    open: async () => {
      const { organisation, sec_subject_uid, manager } = await openOrganisation(world)
      const { client, secret } = await register(organisation)
      const named = { sec_subject_uid, client_key: client.client_key }
      const seen = async () => dataOf(await manager.client.subjectClientInfo(named)).client
      return { organisation, sec_subject_uid, by: manager.client, client, secret: secret ?? '', named, seen }
    },

    /** Whether a secret is accepted, by a request that an application pushes (RFC 9126). */
    accepts: async (
      client_key: string,
      secret: string,
      { redirect_uri = facts.redirect_uris[0] ?? '', challenge = s256 as object } = {},
    ): Promise<boolean> => {
      const fields = { response_type: 'code', client_id: client_key, redirect_uri, scope: 'openid', ...challenge }
      return (await postAs(world, { key: client_key, secret }, '/oidc/request', fields)).status === 201
    },

    /** The entries of the log about an application, the latest first. */
    loggedOf: async ({ manager, sec_subject_uid }: Organisation, client_key: string) => {
      return dataOf(await manager.client.listSubjectLog({ sec_subject_uid, target: client_key })).entries
    },
  }
}
