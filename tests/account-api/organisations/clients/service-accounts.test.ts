import { decodeJwt } from 'jose'
import * as oidc from 'openid-client'
import { beforeAll, expect, it } from 'vitest'
import { tellOfSecrets } from '#account-api/applications/clients/expiring-secrets'
import { apisOf } from '#tests/account-api/applications/protocol/apis'
import { discover, openToClients } from '#tests/account-api/applications/protocol/parties'
import { describeProtocolWorlds } from '#tests/account-api/applications/protocol/protocol-world'
import { introspect } from '#tests/account-api/applications/protocol/tokens'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf, refused } from '#tests/account-api/worlds/world'

describeProtocolWorlds('service accounts of organisations, on $name', (world) => {
  beforeAll(() => openToClients(world))
  const { did, apiWith } = apisOf(world)

  /** An organisation whose manager has created a service account for an API. */
  const opened = async () => {
    const [api, { organisation, sec_subject_uid, manager }] = [await apiWith('jwt'), await openOrganisation(world)]
    await did('api', 'organisations', api.id, 'trees.read')
    const facts = { sec_subject_uid, name: 'Roster', redirect_uris: [], scopes: [] }
    const service_scopes = [`${api.id}/trees.read` as const]
    const made = dataOf(await manager.client.registerClient({ ...facts, service_scopes }))
    const named = { sec_subject_uid, client_key: made.client.client_key }
    const tokenBy = async (secret: string | null) =>
      oidc.clientCredentialsGrant(await discover(world.baseUrl, named.client_key, secret ?? ''), {
        resource: api.identifier,
      })
    return { api, organisation, manager, facts, service_scopes, made, named, tokenBy }
  }

  it('happy: a manager creates a service account, and sees its owner, last use and secret’s expiry; its token names account and organisation', async () => {
    const { api, manager, made, named, facts, tokenBy } = await opened()
    expect(made.client).toMatchObject({ redirect_uris: [], last_used_at: null, is_confidential: true })
    const { access_token } = await tokenBy(made.secret)
    const told = { client_id: named.client_key, scope: 'trees.read', organisation: facts.sec_subject_uid }
    expect(decodeJwt(access_token)).toMatchObject({ ...told, sub: named.client_key })
    expect(await introspect(api.asker, access_token)).toMatchObject(told)
    const { clients, offered_scopes } = dataOf(await manager.client.listSubjectClients({ ...facts }))
    expect(clients).toMatchObject([
      {
        registered_by: expect.any(String),
        last_used_at: expect.any(String),
        secret_expires_at: expect.any(String),
        service_scopes: [{ api: { name: 'Orchard', words: { en: 'See trees' } } }],
      },
    ])
    expect(offered_scopes).toMatchObject([{ scope: `${api.id}/trees.read` }])
    expect(await world.storage.outbox.newest(manager.mobile, 1)).toMatchObject([{}])
  })

  it('happy: its owner is told once of each secret that expires soon, and the operator by a log line', async () => {
    const { manager, named } = await opened()
    const look = async () => {
      await tellOfSecrets(world.service)
      return (await world.newsTo(manager.mobile, 20)).filter((purpose) => purpose === 'secret_expires').length
    }
    expect(await look()).toBe(0)
    world.passMinutes(167 * 24 * 60)
    expect([await look(), await look()]).toEqual([1, 1])
    const message = await world.toldLast(manager.mobile)
    expect(message?.body).toContain('Roster')
    expect(message?.link ?? message?.body).toContain(named.client_key)
    expect(world.logged()).toContain('the secret of a client expires soon')
    await did('client', 'rotate-secret', named.client_key)
    expect(await look()).toBe(1)
    world.passMinutes(167 * 24 * 60)
    expect(await look()).toBe(2)
  })

  it('security: a manager can grant neither operator-only scopes nor scopes to an application without a secret', async () => {
    const { api, manager, facts, made, service_scopes, tokenBy, named } = await opened()
    for (const more of [
      { service_scopes: [`${api.id}/trees.cut` as const] },
      { service_scopes: ['nothing/trees.read' as const] },
      { service_scopes, is_confidential: 0 },
    ])
      expect(await manager.client.registerClient({ ...facts, name: 'Till', ...more })).toMatchObject({
        code: 'invalid_input',
        data: { fields: [{ field: 'service_scopes' }] },
      })
    // Without such scopes it is an application without a redirect URI.
    await refused(manager.client.updateClient({ ...named, service_scopes: [] }), 'client_urls_refused')
    await did('api', 'organisations', api.id, 'none')
    await expect(tokenBy(made.secret)).rejects.toMatchObject({ error: 'invalid_target' })
  })

  it('security: the secret of a service account works until it expires', async () => {
    const { made, tokenBy } = await opened()
    expect(await tokenBy(made.secret)).toHaveProperty('access_token')
    world.passMinutes(181 * 24 * 60)
    await expect(tokenBy(made.secret)).rejects.toMatchObject({ error: 'invalid_client' })
  })
})
