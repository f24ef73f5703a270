import { expect, it } from 'vitest'
import { entryOf } from '#account-api/accounts/activity/activity'
import { beginAct, eventOf } from '#account-api/kernel/events/event'
import { nowhere } from '#account-api/kernel/from'
import { newId } from '#account-api/kernel/random'
import { days, minutes } from '#account-api/kernel/time'
import { startDeliveringWebhooks } from '#account-api/operator/webhooks/delivering'
import { handOut } from '#account-api/operator/webhooks/hand-out'
import { webhookRule } from '#account-api/operator/webhooks/webhook'
import { operate } from '#tests/account-api/applications/services/services'
import { logOf, openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf, describeWorlds } from '#tests/account-api/worlds/worlds'
import { accept, answering } from '#tests/fixtures/network/webhook-receiver'
import { eventually } from '#tests/fixtures/time/eventually'
import { addWebhook, deliveriesOf, factsOf, lookOnce, receiverHere, sendOne, told } from './webhooks'

describeWorlds('webhooks, and the delivery of events to them, on $name', (world) => {
  const receiver = receiverHere()
  const passMs = (ms: number) => world.passMinutes(ms / minutes(1))
  const signIns = 'account.registerByMobile'

  it('happy: an event is sent once, signed with the secret, with its data from the audit log', async () => {
    const { id, secret } = await addWebhook(world, receiver.url, signIns)
    const { userId } = await world.registerMobile()
    await lookOnce(world)
    await lookOnce(world)
    const [event, ...others] = receiver.events
    expect(others).toEqual([])
    expect(receiver.isBy(event, secret, world.deployment.now())).toBe(true)
    const [kept] = await world.eventsOf(userId)
    expect(event).toMatchObject({ type: signIns, timestamp: new Date(Number(kept?.at)).toISOString() })
    expect(event?.data).toEqual({
      ...{ id: kept?.id, call: 'registerByMobile', outcome: 'ok', actor: 'account', user_id: userId },
      ...{ organisation: null, organisation_act: null, target: null, client: 'butterfly', reason: null },
      ...{ browser: kept?.browser, address_hash: kept?.address_hash, log_id: kept?.log_id },
    })
    expect(await deliveriesOf(world, id)).toEqual([])
  })

  it('happy: a webhook selects events by name and by prefix', async () => {
    const { id } = await addWebhook(world, receiver.url, 'operator.*,account.createSubject')
    const { client, userId } = await world.registerBoth()
    dataOf(await client.createSubject({ subject_name: 'Orchard' }))
    await operate(world, 'users', 'freeze', userId, '--reason', 'it was sold')
    await lookOnce(world)
    expect(receiver.types().sort()).toEqual(['account.createSubject', 'operator.addWebhook', 'operator.freezeUser'])
    await told(world, 'change', id, 'operator.unfreezeUser')
    receiver.events.length = 0
    await operate(world, 'users', 'unfreeze', userId, '--reason', 'it is back')
    await operate(world, 'users', 'freeze', userId, '--reason', 'again')
    await lookOnce(world)
    expect(receiver.types()).toEqual(['operator.unfreezeUser'])
  })

  it('happy: an act that began earlier but is committed later is still sent', async () => {
    await addWebhook(world, receiver.url, 'system.*')
    const { userId: accountId } = await world.registerMobile()
    const entry = entryOf(world.deployment, { accountId, kind: 'email_removed', from: nowhere })
    const write = (id: string, call: string) => {
      const act = beginAct({ call, actor: 'system', accountId, at: world.deployment.now() })
      return world.storage.events.insert({ ...eventOf(act, 'ok'), id })
    }
    await write(`${entry.id.slice(0, -1)}1`, 'email_removed')
    await lookOnce(world)
    await write(`${entry.id.slice(0, -1)}0`, 'signed_out')
    await lookOnce(world)
    expect(receiver.types()).toEqual(['system.email_removed', 'system.signed_out'])
  })

  it('error: a failed delivery is retried with growing delays, the same id and a new time', async () => {
    receiver.behave(answering(500))
    const { id, secret } = await addWebhook(world, receiver.url, signIns)
    await world.registerMobile()
    const waits: number[] = []
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await lookOnce(world)
      const [row] = await deliveriesOf(world, id)
      waits.push(Math.round((Number(row?.next_attempt_at) - world.deployment.now()) / 1000))
      passMs(Number(row?.next_attempt_at) - world.deployment.now() + 1000)
    }
    for (const [nth, expected] of [5, 300, 1800, 7200].entries())
      expect(Math.abs((waits[nth] ?? 0) - expected)).toBeLessThan(20)
    receiver.behave(accept)
    const tried = new Set(receiver.events.map((event) => event.id))
    const times = new Set(receiver.events.map(({ headers }) => headers['webhook-timestamp']))
    expect([tried.size, times.size]).toEqual([1, 4])
    expect((await factsOf(world, id)).state).toMatch(/^failing since .*it answered 500/)
    await lookOnce(world)
    const last = receiver.events.at(-1)
    expect([...tried]).toEqual([last?.id])
    expect(receiver.isBy(last, secret, world.deployment.now())).toBe(true)
    expect(await factsOf(world, id)).toMatchObject({ state: 'on', waiting: '0' })
  })

  it('error: after three days a delivery becomes a dead letter, which an operator sees, resends or drops', async () => {
    receiver.behave(answering(503))
    const { id } = await addWebhook(world, receiver.url, signIns)
    await world.registerMobile()
    await sendOne(world)
    passMs(days(3))
    await lookOnce(world)
    const [one, other] = await deliveriesOf(world, id)
    expect([one, other]).toMatchObject([{ next_attempt_at: null }, { next_attempt_at: null }])
    const listed = await told(world, 'dead', id)
    expect(listed.split('\n')).toHaveLength(2)
    expect(listed).toContain(`${signIns}\t`)
    expect(listed).toContain('2 attempts\tit answered 503')
    expect((await world.storage.overdue(world.deployment.now())).deadDeliveries).toBeGreaterThanOrEqual(2)
    receiver.behave(accept)
    receiver.events.length = 0
    await told(world, 'drop', String(other?.id))
    await told(world, 'retry', String(one?.id))
    await lookOnce(world)
    expect(receiver.events.map((event) => event.id)).toEqual([one?.id])
    expect(await told(world, 'dead', id)).toBe('Nothing was given up.')
    expect(await operate(world, 'webhooks', 'drop', String(one?.id))).toMatchObject({ ok: false })
  })

  it('error: an event that its receiver cannot process blocks no other event', async () => {
    const { id } = await addWebhook(world, receiver.url, `${signIns},account.createSubject`)
    receiver.behave(({ type }, response) => response.writeHead(type === signIns ? 500 : 204).end())
    const { client } = await world.registerBoth()
    dataOf(await client.createSubject({ subject_name: 'Orchard' }))
    await sendOne(world)
    expect(receiver.types()).toContain('account.createSubject')
    const waiting = await deliveriesOf(world, id)
    expect(waiting.every(({ answer }) => answer === 'it answered 500')).toBe(true)
    expect((await factsOf(world, id)).state).toBe('on')
  })

  it('error: an address that fails for five days is switched off, is shown as off, and gets no more events', async () => {
    receiver.behave(answering(500))
    const { id } = await addWebhook(world, receiver.url, signIns)
    for (let day = 0; day < 6; day += 1) {
      await sendOne(world)
      passMs(days(1))
    }
    expect((await factsOf(world, id)).state).toMatch(/^off since .* \(failing\)$/)
    expect(await told(world)).toContain('(failing)')
    expect(world.logged()).toContain('a webhook was switched off')
    const asked = receiver.events.length
    receiver.behave(accept)
    await sendOne(world)
    expect(receiver.events).toHaveLength(asked)
    expect(await operate(world, 'webhooks', 'test', id)).toMatchObject({ ok: false })
    await told(world, 'enable', id)
    expect(await told(world, 'retry', 'all', id)).toBe('6 dead letters are sent again now.')
    await lookOnce(world)
    expect(receiver.events).toHaveLength(asked + 6)
  })

  it.each([
    ['seconds', () => '900'],
    ['a moment', () => new Date(world.deployment.now() + 900_000).toUTCString()],
  ])(
    'error: a receiver that sends Retry-After by %s gets no delivery for that time, not even other events',
    async (_by, wish) => {
      receiver.behave(answering(429, { 'retry-after': wish() }))
      const { id } = await addWebhook(world, receiver.url, signIns)
      await sendOne(world)
      const [row] = await deliveriesOf(world, id)
      const waitMs = Number(row?.next_attempt_at) - world.deployment.now()
      expect(Math.abs(waitMs - 900_000)).toBeLessThan(2000)
      receiver.behave(accept)
      receiver.events.length = 0
      await world.registerMobile()
      passMs(waitMs - 10_000)
      await lookOnce(world)
      expect(receiver.events).toEqual([])
      passMs(11_000)
      await lookOnce(world)
      expect(receiver.events).toHaveLength(2)
    },
  )

  it('happy: pending deliveries are counted beyond a thousand', async () => {
    const { id: webhookId } = await addWebhook(world, receiver.url, signIns)
    const later = world.deployment.now() + days(1)
    const waiting = Array.from({ length: 1500 }, () => newId(world.deployment.now()))
    await world.storage.deliveries.insert(waiting.map((id) => ({ id, webhookId, eventId: null, nextAttemptAt: later })))
    expect(await factsOf(world, webhookId)).toMatchObject({ waiting: '1500', 'dead letters': '0' })
  })

  it('error: an answer of 410 switches the webhook off at once', async () => {
    receiver.behave(answering(410))
    const { id } = await addWebhook(world, receiver.url, signIns)
    await sendOne(world)
    expect((await factsOf(world, id)).state).toMatch(/\(gone\)$/)
    expect((await world.storage.overdue(world.deployment.now())).webhooksOff).toBeGreaterThan(0)
  })

  it('happy: an event of an account that is erased before delivery is not sent', async () => {
    const { id } = await addWebhook(world, receiver.url, signIns)
    const { userId } = await world.registerMobile()
    await handOut(world.service, { limit: 100 })
    await world.storage.transaction(async ({ standing }) => {
      await standing.cancel(userId, world.deployment.now())
      await standing.erase(userId, world.deployment.now())
    })
    await lookOnce(world)
    expect([receiver.events, await deliveriesOf(world, id)]).toEqual([[], []])
  })

  it('happy: only one copy sends to a webhook at a time, and another takes over when it dies', async () => {
    const { id } = await addWebhook(world, receiver.url, signIns)
    await world.registerMobile()
    await handOut(world.service, { limit: 100 })
    const { turns } = world.storage
    const claim = (holder: string) => {
      const at = world.deployment.now()
      return turns.claim(id, { holder, at, until: at + webhookRule.claimMs })
    }
    const claimed = await Promise.all(Array.from({ length: 10 }, (_, nth) => claim(`copy ${nth}`)))
    expect(claimed.filter((webhook) => webhook !== undefined)).toHaveLength(1)
    await lookOnce(world)
    expect(receiver.events).toEqual([])
    passMs(webhookRule.claimMs + 1000)
    await lookOnce(world)
    expect(receiver.events).toHaveLength(1)
  })

  it('happy: an event that arrives while a copy holds the webhook makes it due again', async () => {
    const { id } = await addWebhook(world, receiver.url, signIns)
    const { turns } = world.storage
    await world.registerMobile()
    await handOut(world.service, { limit: 100 })
    const at = world.deployment.now()
    expect(await turns.claim(id, { holder: 'h', at, until: at + webhookRule.claimMs })).toBeDefined()
    await world.registerMobile()
    await handOut(world.service, { limit: 100 })
    const became = { failures: 0, failingSince: null, answer: null, answeredAt: at }
    await turns.release(id, 'h', { at, nextAt: null, restsUntil: 0, became })
    await lookOnce(world)
    expect(receiver.events).toHaveLength(2)
  })

  it('happy: two copies that distribute events at the same time distribute each event once', async () => {
    const { id } = await addWebhook(world, receiver.url, signIns)
    for (let count = 0; count < 5; count += 1) await world.registerMobile()
    await Promise.all(Array.from({ length: 4 }, () => handOut(world.service, { limit: 2 })))
    await lookOnce(world)
    expect(new Set(receiver.events.map(({ data }) => data.id)).size).toBe(5)
    expect(receiver.events).toHaveLength(5)
    expect(await deliveriesOf(world, id)).toEqual([])
  })

  it('happy: a copy sends on its own until it is stopped, and the next copy takes over what was in progress', async () => {
    const { id } = await addWebhook(world, receiver.url, signIns)
    const log = { info: () => undefined, error: () => undefined }
    const rule = { ...webhookRule, lookEveryMs: 20 }
    let stop = startDeliveringWebhooks({ service: world.service, log, rule })
    await world.registerMobile()
    await eventually('the event', async () => receiver.events.length === 1 || undefined)
    receiver.behave(() => undefined)
    await world.registerMobile()
    await eventually('the second event', async () => receiver.events.length === 2 || undefined)
    await stop()
    expect(await deliveriesOf(world, id)).toMatchObject([{ attempts: 0, answer: null }])
    receiver.behave(accept)
    stop = startDeliveringWebhooks({ service: world.service, log, rule })
    await eventually('the rest', async () => (await deliveriesOf(world, id)).length === 0 || undefined)
    await stop()
  })

  const refused = async (...words: string[]) => {
    const said = await operate(world, 'webhooks', ...words)
    expect(said.ok).toBe(false)
    return said.text
  }

  it('happy: a webhook is added, listed, shown, tested, switched off and on, and removed', async () => {
    const { id, secret } = await addWebhook(world, receiver.url, 'operator.*')
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await told(world)).toContain(`${id}\t${new URL(receiver.url).host}\toperator.*\tof the operator\ton`)
    expect(await told(world, 'show', id)).toContain(`address\t${receiver.url}`)
    const sent = await told(world, 'test', id)
    await lookOnce(world)
    const test = receiver.events.find(({ type }) => type === 'webhook.test')
    expect(receiver.isBy(test, secret, world.deployment.now())).toBe(true)
    expect([test?.data, sent]).toEqual([{}, `A webhook.test is sent now, with the id ${test?.id}.`])
    await told(world, 'disable', id)
    expect(await refused('disable', id)).toBe(`The webhook ${id} is switched off already.`)
    expect(await told(world)).toContain('(operator)')
    await told(world, 'enable', id)
    expect(await refused('enable', id)).toBe(`The webhook ${id} is switched on already.`)
    await told(world, 'remove', id)
    expect(await refused('show', id)).toBe(`There is no webhook ${id}.`)
  })

  it('happy: an organisation lists its own webhooks, and its log names the receiver', async () => {
    const { sec_subject_uid, organisation } = await openOrganisation(world)
    const of = ['--organisation', sec_subject_uid] as const
    const { id } = await addWebhook(world, receiver.url, 'organisation.*', ...of)
    expect(await told(world, ...of)).toContain(`${id}\t`)
    expect(await told(world, ...of)).toContain(`of ${sec_subject_uid}`)
    await told(world, 'change', id, 'organisation.member_*')
    const { sec_subject_uid: another } = await openOrganisation(world)
    expect(await told(world, '--organisation', another)).toBe('No webhook exists.')
    await told(world, 'remove', id)
    const { host } = new URL(receiver.url)
    expect((await logOf(world, organisation)).map(({ kind, name }) => [kind, name])).toEqual([
      ['webhook_added', host],
      ['webhook_updated', host],
      ['webhook_removed', host],
    ])
    expect(await refused('--organisation', 'none')).toBe('There is no organisation none.')
    expect(await refused('add', receiver.url, '*', '--organisation', 'none')).toBe('There is no organisation none.')
  })

  it('error: unknown event names and invalid addresses are refused, and nothing is added', async () => {
    const { sec_subject_uid } = await openOrganisation(world)
    expect(await refused('add', receiver.url, 'account.acountLogin')).toContain('There is no event account.acountLogin')
    const signIn = await refused('add', receiver.url, 'account.accountLoginV2', '--organisation', sec_subject_uid)
    expect(signIn).toContain('organisation.member_removed')
    for (const url of ['nonsense', 'http://hooks.example.com', 'https://ann:secret@hooks.example.com'])
      expect(await refused('add', url, '*')).toContain('begin with https://')
    expect(await refused('add', 'https://hooks.example.com:22', '*')).toContain('port')
    expect(await refused('add', receiver.url, 'a name')).toContain('events')
    expect(await told(world)).toBe('No webhook exists.')
    const { id } = await addWebhook(world, receiver.url)
    expect(await refused('change', id, 'account.nothing')).toContain('There is no event')
    const unknown = ['rotate none', 'enable none', 'disable none', 'remove none', 'test none', 'dead none']
    for (const words of ['change none *', ...unknown, 'retry all none'])
      expect(await refused(...words.split(' '))).toBe('There is no webhook none.')
    for (const words of ['retry none', 'drop none'])
      expect(await refused(...words.split(' '))).toBe('No delivery none waits.')
  })

  it('error: an organisation has at most five webhooks, and the operator twenty', async () => {
    const { sec_subject_uid } = await openOrganisation(world)
    const ofOne = [receiver.url, '*', '--organisation', sec_subject_uid] as const
    for (let count = 0; count < 5; count += 1) await addWebhook(world, ...ofOne)
    expect(await refused('add', ...ofOne)).toContain('5 webhooks')
    for (let count = 0; count < 20; count += 1) await addWebhook(world, receiver.url)
    expect(await refused('add', receiver.url, '*')).toContain('20 webhooks')
  })
})
