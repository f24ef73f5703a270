import { expect, it } from 'vitest'
import { newId } from '#account-api/kernel/random'
import { days } from '#account-api/kernel/time'
import {
  giveRole,
  type Organisation,
  openOrganisation,
  openWithMember,
} from '#tests/account-api/organisations/members/members'
import { dataOf, describeWorlds, type World } from '#tests/account-api/worlds/worlds'

type Asked = Parameters<Organisation['manager']['client']['listSubjectLog']>[0]

const listed = async ({ manager, sec_subject_uid }: Organisation, asked: Partial<Asked> = {}) =>
  dataOf(await manager.client.listSubjectLog({ sec_subject_uid, ...asked }))

/** Adds an entry that is so many days old. */
const addEntry = async (world: World, { id, manager }: Organisation, daysAgo: number, actor = manager.identityId) => {
  const at = world.deployment.now() - days(daysAgo)
  await world.storage.organisationLog.insert({
    id: newId(at),
    organisationId: id,
    at,
    kind: 'organisation_updated',
    actor,
    actorName: 'Ann',
    target: 'x'.repeat(22),
    targetName: `${daysAgo} days ago`,
    before: undefined,
    after: { name: `${daysAgo}` },
    clientAddress: '203.0.113.7',
    client: 'test',
  })
}

describeWorlds('the log of an organisation on $name', (world) => {
  it('happy: the log shows who did what, with the values before and after', async () => {
    const { organisation, manager, sec_subject_uid } = await openOrganisation(world, 'Orchard')
    await manager.client.updateSubject({ sec_subject_uid, subject_name: 'Meadow', base_infos: { region: 'CN' } })
    const { entries, kept_days } = await listed(organisation)
    expect(kept_days).toBe(365)
    expect(entries).toMatchObject([
      {
        kind: 'organisation_updated',
        actor: { id: manager.identityId, name: expect.stringMatching(/^user-/) },
        target: { id: sec_subject_uid, name: 'Orchard' },
        before: { name: 'Orchard' },
        after: { name: 'Meadow', region: 'CN' },
      },
      { kind: 'organisation_created', before: null, after: null },
    ])
  })

  it('happy: pages continue from a key in both directions, whatever is added meanwhile', async () => {
    const organisation = await openOrganisation(world)
    for (let daysAgo = 1; daysAgo <= 6; daysAgo += 1) await addEntry(world, organisation, daysAgo)
    const namesOf = ({ entries }: { entries: { target: { name: string } }[] }) =>
      entries.map(({ target }) => target.name)
    const first = await listed(organisation, { page_size: 3 })
    expect(namesOf(first)).toEqual(['Orchard', '1 days ago', '2 days ago'])
    expect(first.newer).toBeUndefined()
    await addEntry(world, organisation, 0)
    const second = await listed(organisation, { page_size: 3, before: first.older ?? '' })
    expect(namesOf(second)).toEqual(['3 days ago', '4 days ago', '5 days ago'])
    const last = await listed(organisation, { page_size: 3, before: second.older ?? '' })
    expect(namesOf(last)).toEqual(['6 days ago'])
    expect(last.older).toBeUndefined()
    expect(namesOf(await listed(organisation, { page_size: 3, after: last.newer ?? '' }))).toEqual(namesOf(second))
    // Fewer are newer than a page has: the first page.
    expect(namesOf(await listed(organisation, { page_size: 3, after: first.older ?? '' }))[0]).toBe('0 days ago')
  })

  it('happy: the log can be filtered by kind, actor, target and days', async () => {
    const { organisation, bo } = await openWithMember(world)
    await addEntry(world, organisation, 3)
    await addEntry(world, organisation, 10, bo.identityId)
    const countOf = async (asked: Partial<Asked>) => (await listed(organisation, asked)).entries.length
    expect(await countOf({})).toBe(3)
    expect(await countOf({ kind: 'organisation_created' })).toBe(1)
    expect(await countOf({ actor: bo.identityId })).toBe(1)
    expect(await countOf({ target: organisation.sec_subject_uid })).toBe(1)
    expect(await countOf({ actor: bo.identityId, kind: 'organisation_created' })).toBe(0)
    const dayOf = (daysAgo: number) =>
      new Date(world.deployment.now() - days(daysAgo) + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(await countOf({ since: dayOf(3), until: dayOf(3) })).toBe(1)
    expect(await countOf({ since: dayOf(9), until: dayOf(4) })).toBe(0)
    expect(await countOf({ until: dayOf(3) })).toBe(2)
    expect(await countOf({ since: dayOf(3) })).toBe(2)
    // The last day comes before the first one.
    expect(await countOf({ since: dayOf(3), until: dayOf(10) })).toBe(0)
  })

  it('happy: entries past the retention are not shown, and are deleted', async () => {
    const organisation = await openOrganisation(world)
    await addEntry(world, organisation, 364)
    await addEntry(world, organisation, 366)
    expect((await listed(organisation)).entries).toHaveLength(2)
    await world.storage.sweep(world.deployment.now())
    const range = { limit: 10, from: 0, to: world.deployment.now() + days(1) }
    expect(await world.storage.organisationLog.list(organisation.id, range)).toHaveLength(2)
  })

  it('security: a member’s client address is in their own activity, but in no entry that others see', async () => {
    const { organisation, bo } = await openWithMember(world)
    await giveRole(organisation, 'Writer', ['organisation.update'], bo)
    await bo.client.updateSubject({ sec_subject_uid: organisation.sec_subject_uid, subject_name: 'Meadow' })
    const [own] = dataOf(await bo.client.listActivity({})).entries
    expect(own?.address).toMatch(/^10\./)
    const log = await listed(organisation)
    expect(log.entries[0]).toMatchObject({ kind: 'organisation_updated', actor: { id: bo.identityId } })
    expect(JSON.stringify(log)).not.toContain(own?.address)
  })
})
