import { expect, it } from 'vitest'
import { allCalls } from '#contract/calls'
import { createOperatorClient } from '#contract/client'
import { allOperatorCalls, type OperatorCallName } from '#contract/operator/operator-calls'
import { openToClients } from '#tests/account-api/applications/protocol/parties'
import { facts } from '#tests/account-api/organisations/clients/clients'
import { appCode } from '#tests/account-api/verification/authenticators/apps'
import { dataOf, describeWorlds, freshEmail, type World } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'

/** Every row except those of requests: everything that two presses could have created twice. */
const countsOf = async ({ place }: World) => {
  const { nonces, request_keys, counters, buckets, ...rows } = await everyRow(place)
  return rows
}

describeWorlds('a request key on $name', (world) => {
  const pressing = async (requestKey = 'press-of-one-page') => {
    const founder = await world.registerMobileOnly()
    const client = world.person({ jar: founder.jar, requestKey })
    const namesOf = async () =>
      dataOf(await founder.client.listSubjects({ page: 1 })).subjects.map(({ subject_name }) => subject_name)
    return { founder, client, namesOf }
  }

  it('happy: two presses at one moment create one organisation, and both return it', async () => {
    const { client, namesOf } = await pressing()
    const press = () => client.createSubject({ subject_name: 'Orchard', deputy_name: 'Ann' })
    const [one, other] = await Promise.all([press(), press()])
    expect(dataOf(one)).toEqual(dataOf(other))
    expect(await namesOf()).toEqual(['Orchard'])
  })

  it('happy: another value, another page or a missing key creates another organisation', async () => {
    const { founder, client, namesOf } = await pressing()
    const other = world.person({ jar: founder.jar, requestKey: 'press-of-another-page' })
    const plain = world.person({ jar: founder.jar })
    const named = (subject_name: string) => ({ subject_name, deputy_name: 'Ann' })
    for (const each of [client, other, plain, plain]) dataOf(await each.createSubject(named('Orchard')))
    dataOf(await client.createSubject(named('Garden')))
    expect(await namesOf()).toEqual(['Garden', 'Orchard', 'Orchard', 'Orchard', 'Orchard'])
  })

  it('error: a refused press can be repeated, and a key is forgotten after two minutes', async () => {
    const { client, namesOf } = await pressing()
    const press = (deputy_name: string) => client.createSubject({ subject_name: 'Orchard', deputy_name })
    expect(await press('')).toMatchObject({ ok: false })
    await press('Ann')
    world.passMinutes(3)
    await press('Ann')
    expect(await namesOf()).toEqual(['Orchard', 'Orchard'])
  })

  /** The operator whose form has this request key. */
  const operatorWith = (requestKey: string) =>
    createOperatorClient({ baseUrl: '', sendHere: world.sendHere }, { requestKey })

  /** What presses each button of a signed-in person twice: a call, made as it is by the same client. */
  const ofPeople: Record<string, (made: Awaited<ReturnType<typeof founded>>) => Promise<() => Promise<object>>> = {
    makeRecoveryCodes: async ({ client }) => {
      const { ticket, secret } = dataOf(await client.startAuthenticator({}))
      dataOf(await client.addAuthenticator({ ticket, authenticator_code: appCode(world, secret) }))
      return () => client.makeRecoveryCodes({})
    },
    createSubject:
      async ({ client }) =>
      async () =>
        client.createSubject({ subject_name: 'Garden', deputy_name: 'Ann' }),
    createRole:
      async ({ client, here }) =>
      async () =>
        client.createRole({ ...here, role_name: 'Gardener', permissions: ['member.read'] }),
    sendActivationLink: async ({ client, here }) => {
      const asked = { ...here, email: freshEmail(), deputy_name: 'Bo', role_key: 'member' }
      const { sec_user_identity_id } = dataOf(await client.createUserWithRole(asked))
      return () => client.sendActivationLink({ ...here, sec_user_identity_id })
    },
    inviteByLink:
      async ({ client, here }) =>
      async () =>
        client.inviteByLink({ ...here, places: 3 }),
    resendInvitation: async ({ client, here }) => {
      const { invite_id } = dataOf(await client.inviteByEmail({ ...here, email: freshEmail() }))
      return () => client.resendInvitation({ ...here, invite_id })
    },
    createInvitationBatch: async ({ client, here }) => {
      const list = freshEmail()
      return () => client.createInvitationBatch({ ...here, list, format: 'lines', region: 'CN' })
    },
    registerClient:
      async ({ client, here }) =>
      async () =>
        client.registerClient({ ...here, ...facts }),
    rotateClientSecret: async ({ client, here }) => {
      const { client_key, secret_id } = dataOf(await client.registerClient({ ...here, ...facts, name: 'Till' })).client
      return () => client.rotateClientSecret({ ...here, client_key, secret_id: secret_id ?? '' })
    },
  }

  const founded = async () => {
    const { client } = await pressing()
    const { sec_subject_uid } = dataOf(await client.createSubject({ subject_name: 'Orchard', deputy_name: 'Ann' }))
    return { client, here: { sec_subject_uid } }
  }

  it('happy: for each call that creates something without a unique name, two presses create it once', async () => {
    await openToClients(world)
    expect(Object.keys(ofPeople)).toEqual(allCalls.filter(({ once }) => once).map(({ name }) => name))
    for (const [name, prepare] of Object.entries(ofPeople)) {
      const press = await prepare(await founded())
      const before = await countsOf(world)
      const one = await press()
      const made = await countsOf(world)
      expect(one, name).toMatchObject({ ok: true })
      expect({ ...(await press()), logId: '' }, name).toEqual({ ...one, logId: '' })
      expect(await countsOf(world), name).toEqual(made)
      expect(made, name).not.toEqual(before)
      const { link = 'no link' } = (one as { data: { link?: string } }).data
      expect(JSON.stringify((await everyRow(world.place)).request_keys), name).not.toContain(link)
    }
  })

  it('happy: for each such operator call, two presses create it once too', async () => {
    const rows = allOperatorCalls.filter(({ once }) => once)
    const press = async (name: string, input: object, requestKey = 'k'.repeat(22)) => {
      const call = operatorWith(requestKey)[name as OperatorCallName] as (input: object) => Promise<object>
      return { ...(await call(input)), logId: '' }
    }
    const dataOfPress = async (name: string, input: object) => {
      const answer = (await press(name, input, '')) as { data?: { webhook_id?: string } }
      expect(answer, name).toMatchObject({ ok: true })
      return answer.data ?? {}
    }
    const redirect_uris = ['https://plum.example/back']
    await dataOfPress('addApplication', { aid: 'shop', url: 'https://shop.example', name: 'Shop' })
    await dataOfPress('addClient', { client_key: 'plum', redirect_uris, name: 'Plum' })
    const hook = { url: 'https://hook.example/', events: ['account.createSubject'] }
    const { webhook_id } = await dataOfPress('addWebhook', hook)
    const inputs: Record<string, object> = {
      makeKey: { name: 'desk', holder: 'Ann', scopes: ['support'] },
      addAnnouncement: {
        ...{ starts_at: '2030-01-01T00:00Z', ends_at: '2030-01-02T00:00Z' },
        texts: { en: 'Closed.', 'zh-Hans': '暂停。' },
      },
      addWebhook: hook,
      rotateWebhook: { webhook_id },
      renewApplicationKey: { aid: 'shop' },
      addClient: { client_key: 'pear', redirect_uris, name: 'Pear' },
      rotateSecretOfClient: { client_key: 'plum' },
      rotateSigningKeys: {},
    }
    expect(Object.keys(inputs).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
    for (const [name, input] of Object.entries(inputs)) {
      const one = await press(name, input)
      const made = await countsOf(world)
      expect(one, name).toMatchObject({ ok: true })
      expect(await press(name, input), name).toEqual(one)
      expect(await countsOf(world), name).toEqual(made)
    }
  })

  it('security: another account’s key returns nothing', async () => {
    const [one, other] = [await pressing(), await pressing()]
    const named = { subject_name: 'Orchard', deputy_name: 'Ann' }
    const made = dataOf(await one.client.createSubject(named))
    expect(dataOf(await other.client.createSubject(named))).not.toEqual(made)
    expect(await other.namesOf()).toEqual(['Orchard'])
  })
})
