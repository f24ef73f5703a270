import { expect, it, vi } from 'vitest'
import { outsideOrLocal } from '#account-api/kernel/outside/client'
import { resealWebhooks } from '#account-api/operator/webhooks/secret'
import { startOutside } from '#tests/account-api/applications/protocol/outside'
import { operate } from '#tests/account-api/applications/services/services'
import { operatorsOf } from '#tests/account-api/operator/keys/operators'
import { joinOrganisation, openOrganisation, openWithMember } from '#tests/account-api/organisations/members/members'
import { dataOf, describeWorlds } from '#tests/account-api/worlds/worlds'
import { everyRow } from '#tests/fixtures/databases/tables'
import { changeForTest, untilTestEnds } from '#tests/fixtures/hooks'
import { answering, startWebhookReceiver } from '#tests/fixtures/network/webhook-receiver'
import { addWebhook, deliveriesOf, lookOnce, receiverHere, rotated, sendOne, told } from './webhooks'

const { canary, lookUp } = await startOutside()
/** As in production. */
const strict = { outsideOrLocal: outsideOrLocal({ lookUp }) }

describeWorlds('attacks by and on webhooks on $name', (world) => {
  const receiver = receiverHere()
  const registered = 'account.registerByMobile'

  it('security: an address on this machine or a private network is refused', async () => {
    changeForTest(world.deployment, strict)
    const { port } = canary
    for (const url of ['http://127.0.0.1', 'https://[::1]', 'https://10.0.0.1', 'https://db.internal'])
      expect(await operate(world, 'webhooks', 'add', `${url}:${port}/`, '*')).toMatchObject({ ok: false })
  })

  it('security: a name that later resolves to this machine, or an older stored address, is not requested', async () => {
    const literal = await addWebhook(world, `http://127.0.0.1:${canary.port}/`, registered)
    changeForTest(world.deployment, strict)
    const named = await addWebhook(world, `https://evil.example:${canary.port}/`, registered)
    await sendOne(world)
    expect(canary.connections).toBe(0)
    for (const { id } of [named, literal])
      expect(await deliveriesOf(world, id)).toMatchObject([{ answer: 'its address is not public' }])
  })

  it('security: a redirect is not followed to any target', async () => {
    receiver.behave(answering(307, { location: `http://127.0.0.1:${canary.port}/` }))
    const { id } = await addWebhook(world, receiver.url, registered)
    await sendOne(world)
    expect(await deliveriesOf(world, id)).toMatchObject([{ answer: 'it answered 307' }])
    expect(canary.connections).toBe(0)
  })

  it('security: an address that never answers, or drips its answer, is cut off, and others are notified meanwhile', async () => {
    const drip: Parameters<typeof startWebhookReceiver>[0] = (_event, response) =>
      void response.socket?.write('HTTP/1.1 200 OK\r\nx-')
    const slow = untilTestEnds(await startWebhookReceiver(drip))
    const { id } = await addWebhook(world, slow.url, registered)
    await addWebhook(world, receiver.url, registered)
    await sendOne(world, { attemptMs: 100 })
    expect(await deliveriesOf(world, id)).toMatchObject([{ answer: 'no answer in time' }])
    expect(receiver.events).toHaveLength(1)
  })

  it('security: only the status of an answer is read', async () => {
    const { outsideOrLocal } = world.deployment
    const ask = vi.fn(outsideOrLocal.ask)
    changeForTest(world.deployment, { outsideOrLocal: { ...outsideOrLocal, ask } })
    await addWebhook(world, receiver.url, registered)
    await sendOne(world)
    expect(ask.mock.calls.map(([, { maxBytes }]) => maxBytes)).toEqual([0])
  })

  it('security: no call, log, event or table shows a secret, and the log shows no address', async () => {
    const { id, secret } = await addWebhook(world, `${receiver.url}?token=of-the-address`, 'operator.*')
    const next = await rotated(world, id)
    await told(world, 'test', id)
    await lookOnce(world)
    const api = operatorsOf(world).own()
    const answers = [await api.listWebhooks({}), await api.showWebhook({ webhook_id: id }), receiver.events]
    const rows = JSON.stringify(await everyRow(world.place))
    const all = [JSON.stringify(answers), world.logged(), rows, JSON.stringify(world.audited)].join('')
    for (const each of [secret, next]) expect(all).not.toContain(each.slice('whsec_'.length))
    for (const text of [world.logged(), JSON.stringify(await api.listWebhooks({})), JSON.stringify(world.audited)])
      expect(text).not.toContain('of-the-address')
  })

  it('security: after a rotation both secrets sign for a day, and then only the new one', async () => {
    const { id, secret } = await addWebhook(world, receiver.url, registered)
    const next = await rotated(world, id)
    const signers = async () => {
      await sendOne(world)
      const event = receiver.events.at(-1)
      return [secret, next].map((each) => receiver.isBy(event, each, world.deployment.now()))
    }
    expect(await signers()).toEqual([true, true])
    world.passMinutes(24 * 60 + 1)
    expect(await signers()).toEqual([false, true])
  })

  it('security: an organisation’s webhook gets only its own log: no other organisation, no sign-in, no address', async () => {
    const orchard = await openWithMember(world)
    const elsewhere = await openOrganisation(world, 'Elsewhere')
    await joinOrganisation(world, elsewhere)
    const { manager, bo, sec_subject_uid } = orchard
    await lookOnce(world)
    const { secret } = await addWebhook(world, receiver.url, '*', '--organisation', sec_subject_uid)
    dataOf(await elsewhere.manager.client.createRole({ sec_subject_uid: elsewhere.sec_subject_uid, role_name: 'R' }))
    await world.secondSession({ mobile: bo.mobile, password: 'not the password' }).catch(() => undefined)
    dataOf(await bo.client.createSubject({ subject_name: 'Of Bo' }))
    const { role } = dataOf(await manager.client.createRole({ sec_subject_uid, role_name: 'Gardener' }))
    await bo.client.createRole({ sec_subject_uid, role_name: 'Refused' })
    await world.recording.flush()
    await lookOnce(world)
    const event = receiver.events.find(({ type }) => type === 'organisation.role_created')
    expect(receiver.types().sort()).toEqual(['organisation.role_created', 'organisation.webhook_added'])
    expect(receiver.isBy(event, secret, world.deployment.now())).toBe(true)
    expect(event?.data).toEqual({
      id: expect.any(String),
      ...{ organisation: sec_subject_uid, target: role.role_key, actor: manager.identityId },
    })
    for (const each of [manager.userId, manager.mobile, bo.userId]) expect(event?.body).not.toContain(each)
  })

  it('security: a former member’s later events are not sent, and an erased member leaves nothing', async () => {
    const { manager, bo, sec_subject_uid, id: organisationId } = await openWithMember(world)
    await addWebhook(world, receiver.url, '*', '--organisation', sec_subject_uid)
    dataOf(await manager.client.deleteDeputy({ sec_subject_uid, identity_id: bo.identityId }))
    await lookOnce(world)
    expect(receiver.types().sort()).toEqual(['organisation.member_removed', 'organisation.webhook_added'])
    dataOf(await bo.client.createSubject({ subject_name: 'Of Bo' }))
    await bo.client.createRole({ sec_subject_uid, role_name: 'Refused' })
    await operate(world, 'users', 'freeze', bo.userId, '--reason', 'it was sold')
    await world.recording.flush()
    await lookOnce(world)
    expect(receiver.events).toHaveLength(2)
    await world.storage.closings.begin(organisationId, world.deployment.now())
    await world.storage.closings.erase(organisationId, world.deployment.now())
    const { webhooks = [] } = await everyRow(world.place)
    expect(webhooks.filter((row) => row.organisation_id === organisationId)).toEqual([])
  })

  it('happy: a secret is sealed again when the key ring’s first key changes, and is lost without its key', async () => {
    const next = 'the next key for tests that is long enough'
    const { id, secret } = await addWebhook(world, receiver.url)
    const set = (secrets: readonly string[]) => changeForTest(world.deployment, { secrets })
    set([next, ...world.deployment.secrets])
    await resealWebhooks(world.service)
    set([next])
    for (const act of ['disable', 'enable', 'test']) await told(world, act, id)
    await lookOnce(world)
    const test = receiver.events.find(({ type }) => type === 'webhook.test')
    expect(receiver.isBy(test, secret, world.deployment.now())).toBe(true)
    set(['another key for tests that is long enough'])
    await resealWebhooks(world.service)
    expect(world.logged()).toContain('secrets of webhooks cannot be opened')
  })
})
