import { expect, it } from 'vitest'
import { operate } from '#tests/account-api/applications/services/services'
import { logOf, openOrganisation } from '#tests/account-api/organisations/members/members'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { addWebhook, lookOnce, receiverHere, told } from './webhooks'

describeWorlds('the commands for webhooks on $name', (world) => {
  const receiver = receiverHere()

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
