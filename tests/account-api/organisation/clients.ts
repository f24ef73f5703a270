import type { Calls } from '../../../contract/calls'
import type { Answer } from '../../../contract/client'
import type { World } from '../world'
import { joinOrganisation, type Member, type Organisation, openOrganisation } from './members'

/** What an application of an organisation is registered with. */
export const facts = {
  name: 'Ledger',
  redirect_uris: ['https://ledger.example/back'],
  scopes: ['openid', 'profile', 'offline_access'] as ('openid' | 'profile' | 'offline_access' | 'email')[],
}

type Registered = Extract<Answer<Calls['registerClient']>, { ok: true }>['data']

/** What the tests of applications of organisations do on one world. */
export const clientsOf = (world: World) => {
  const register = async ({ manager, sec_subject_uid }: Organisation, more: object = {}): Promise<Registered> => {
    const registered = await manager.client.registerClient({ sec_subject_uid, ...facts, ...more })
    if (!registered.ok) throw new Error(`not registered: ${registered.code}`)
    return registered.data
  }

  return {
    register,

    /** An organisation with one application. */
    open: async () => {
      const organisation = await openOrganisation(world)
      const { client, secret } = await register(organisation)
      const { sec_subject_uid } = organisation
      const named = { sec_subject_uid, client_key: client.client_key }
      const seen = async () => {
        const info = await organisation.manager.client.subjectClientInfo(named)
        if (!info.ok) throw new Error(`not seen: ${info.code}`)
        return info.data.client
      }
      return {
        organisation,
        sec_subject_uid,
        by: organisation.manager.client,
        client,
        secret: secret ?? '',
        named,
        seen,
      }
    },

    /** A member with a role of these permissions. */
    deputy: async (organisation: Organisation, permissions: ('application.manage' | 'log.read')[]): Promise<Member> => {
      const { manager, sec_subject_uid } = organisation
      const member = await joinOrganisation(world, organisation)
      const role_key = `desk-${member.identityId.toLowerCase().replace(/[^a-z\d]/g, '0')}`
      await manager.client.createRole({ sec_subject_uid, role_key, role_name: role_key, permissions })
      await manager.client.assignRole({ sec_subject_uid, role_key, sec_user_identity_ids: [member.identityId] })
      return member
    },

    /** Whether a secret is accepted, by a request that an application pushes (RFC 9126). */
    accepts: async (
      client_key: string,
      secret: string,
      redirect_uri = facts.redirect_uris[0] ?? '',
    ): Promise<boolean> => {
      const pushed = await fetch(`${world.baseUrl}/oidc/request`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${client_key}:${secret}`).toString('base64')}` },
        body: new URLSearchParams({
          response_type: 'code',
          client_id: client_key,
          redirect_uri,
          scope: 'openid',
          code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          code_challenge_method: 'S256',
        }),
      })
      return pushed.status === 201
    },

    /** The entries of the log about an application, the latest first. */
    loggedOf: async ({ manager, sec_subject_uid }: Organisation, client_key: string) => {
      const logged = await manager.client.listSubjectLog({ sec_subject_uid, target: client_key })
      return logged.ok ? logged.data.entries : []
    },
  }
}
