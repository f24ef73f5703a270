import { expect, it } from 'vitest'
import { answerOperator } from '../../../account-api/calls/operator/answer'
import { ownApplication } from '../../../account-api/calls/operator/who'
import { allOperatorCalls } from '../../../contract/operator/operator-calls'
import { everyRow } from '../../fixtures/databases/tables'
import { dataOf } from '../worlds/world'
import { describeWorlds } from '../worlds/worlds'

describeWorlds('a request key on $name', (world) => {
  const pressing = async (requestKey = 'press-of-one-page') => {
    const founder = await world.registerMobileOnly()
    const client = world.person({ jar: founder.jar, requestKey })
    const namesOf = async () =>
      dataOf(await founder.client.listSubjects({ page: 1 })).subjects.map(({ subject_name }) => subject_name)
    return { founder, client, namesOf }
  }

  it('happy: two presses at one moment make one organisation, and both get it', async () => {
    const { client, namesOf } = await pressing()
    const press = () => client.createSubject({ subject_name: 'Orchard', deputy_name: 'Ann' })
    const [one, other] = await Promise.all([press(), press()])
    expect(dataOf(one)).toEqual(dataOf(other))
    expect(await namesOf()).toEqual(['Orchard'])
  })

  it('happy: two presses make one link, and the second shows it too', async () => {
    const { client } = await pressing()
    const { sec_subject_uid } = dataOf(await client.createSubject({ subject_name: 'Orchard', deputy_name: 'Ann' }))
    const press = () => client.inviteByLink({ sec_subject_uid, places: 3 })
    const [one, other] = [dataOf(await press()), dataOf(await press())]
    expect(other).toEqual(one)
    expect(dataOf(await client.listInvitations({ sec_subject_uid, page: 1 })).invitations).toHaveLength(1)
    expect(JSON.stringify((await everyRow(world.place)).request_keys)).not.toContain(one.link)
  })

  it('happy: another value, another page, and no key at all make another one', async () => {
    const { founder, client, namesOf } = await pressing()
    const other = world.person({ jar: founder.jar, requestKey: 'press-of-another-page' })
    const plain = world.person({ jar: founder.jar })
    const named = (subject_name: string) => ({ subject_name, deputy_name: 'Ann' })
    for (const each of [client, other, plain, plain]) dataOf(await each.createSubject(named('Orchard')))
    dataOf(await client.createSubject(named('Garden')))
    expect(await namesOf()).toEqual(['Garden', 'Orchard', 'Orchard', 'Orchard', 'Orchard'])
  })

  it('error: a refused press can be made again, and a key is forgotten after two minutes', async () => {
    const { client, namesOf } = await pressing()
    const press = (deputy_name: string) => client.createSubject({ subject_name: 'Orchard', deputy_name })
    expect(await press('')).toMatchObject({ ok: false })
    await press('Ann')
    world.passMinutes(3)
    await press('Ann')
    expect(await namesOf()).toEqual(['Orchard', 'Orchard'])
    world.passMinutes(3)
    await world.storage.sweep(world.setting.now())
    expect((await everyRow(world.place)).request_keys).toEqual([])
  })

  it('happy: two presses of an operator make one announcement, and leave one event', async () => {
    const [row] = allOperatorCalls.filter(({ name }) => name === 'addAnnouncement')
    if (!row) throw new Error('no such call')
    const times = { starts_at: '2030-01-01T00:00Z', ends_at: '2030-01-02T00:00Z' }
    const input = { ...times, texts: { en: 'Closed.', 'zh-Hans': '暂停。' } }
    const log = { info: () => undefined }
    const press = (logId: string) =>
      answerOperator(world, {
        row,
        by: ownApplication,
        input,
        logId,
        clientAddress: '',
        requestKey: 'k'.repeat(22),
        log,
      })
    const [one, other] = [await press('first'), await press('second')]
    expect(other).toEqual(one)
    expect((await everyRow(world.place)).announcements).toHaveLength(1)
    expect((await everyRow(world.place)).events?.filter(({ call }) => call === 'addAnnouncement')).toHaveLength(1)
  })

  it('security: the key of one account answers nothing to another', async () => {
    const [one, other] = [await pressing(), await pressing()]
    const named = { subject_name: 'Orchard', deputy_name: 'Ann' }
    const made = dataOf(await one.client.createSubject(named))
    expect(dataOf(await other.client.createSubject(named))).not.toEqual(made)
    expect(await other.namesOf()).toEqual(['Orchard'])
  })
})
