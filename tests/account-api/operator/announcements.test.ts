import { describe, expect, it } from 'vitest'
import { announcementRule } from '#account-api/accounts/announcements/announcement'
import { operate } from '#tests/account-api/applications/services/services'
import { dataOf, worldForTest } from '#tests/account-api/worlds/world'
import { databases } from '#tests/fixtures/databases/databases'

const texts = ['Closed from 2 to 3.', '2 点至 3 点暂停。'] as const
const announcement = { en: texts[0], 'zh-Hans': texts[1] }

describe.each(databases)('what an operator announces on $name', (database) => {
  const open = async () => {
    const world = await worldForTest(database)
    const inMinutes = (count: number) => new Date(world.deployment.now() + count * 60_000).toISOString()
    const ask = (...words: string[]) => operate(world, 'announcements', ...words)
    const present = async () => dataOf(await world.person().listCodeChannels({})).announcement
    return { world, inMinutes, ask, present }
  }

  it('happy: an announcement is shown from its start until its end', async () => {
    const { world, inMinutes, ask, present } = await open()
    expect(await ask('add', inMinutes(10), inMinutes(20), ...texts)).toMatchObject({ ok: true })
    expect(await present()).toBeNull()
    world.passMinutes(11)
    expect(await present()).toEqual(announcement)
    world.passMinutes(10)
    expect(await present()).toBeNull()
  })

  it('happy: times are rounded to the minute, in any time zone', async () => {
    const { inMinutes, ask } = await open()
    const minute = inMinutes(30).slice(0, 16)
    const said = await ask('add', `${minute}Z`, inMinutes(60), ...texts)
    expect(said.text).toContain(`from ${minute}:00.000Z until`)
    expect((await ask('add', `${minute}+00:00`, inMinutes(60), ...texts)).text).toContain(`from ${minute}:00.000Z`)
  })

  it('happy: the newest of several announcements is shown, and an operator lists and ends them', async () => {
    const { inMinutes, ask, present } = await open()
    expect((await ask()).text).toBe('Nothing is announced.')
    await ask('add', inMinutes(-20), inMinutes(20), 'First.', '第一。')
    const said = await ask('add', inMinutes(-10), inMinutes(20), ...texts)
    expect(await present()).toEqual(announcement)
    expect((await ask()).text.split('\n')).toHaveLength(2)
    const [, id = ''] = /^Announcement (\w+) /.exec(said.text) ?? []
    expect(await ask('end', id)).toMatchObject({ ok: true })
    expect(await present()).toMatchObject({ en: 'First.' })
    expect(await ask('end', id)).toMatchObject({ ok: false })
  })

  it('error: texts that are missing or too long, wrong times and too many announcements are refused', async () => {
    const { inMinutes, ask } = await open()
    const [from, until] = [inMinutes(0), inMinutes(10)]
    const refusalOf = async (...words: string[]) => (await ask('add', ...words)).text
    expect(await refusalOf(from, until, 'Closed.', ' ')).toContain('both languages')
    expect(await refusalOf(from, until, 'x'.repeat(101), '暂停')).toContain('at most 100 bytes')
    expect(await refusalOf(from, until, 'Closed.', '停'.repeat(34))).toContain('at most 100 bytes')
    for (const [one, other] of [
      [until, from],
      [inMinutes(-20), inMinutes(-10)],
      [from, inMinutes(31 * 24 * 60)],
      ['tomorrow', until],
      ['2026-02-30T02:00Z', until],
      // Without a zone, and without a time.
      [inMinutes(5).slice(0, 16), until],
      [inMinutes(5).slice(0, 10), until],
    ] as const)
      expect(await refusalOf(one, other, ...texts)).toContain('from when until when')
    for (let nth = 0; nth < announcementRule.most; nth += 1) await ask('add', from, until, ...texts)
    expect(await refusalOf(from, until, ...texts)).toContain('already')
  })
})
