import { expect, it } from 'vitest'
import { mostFoundOrganisations } from '#contract/operator/fields'
import { operate } from '#tests/account-api/applications/services/services'
import { answeredOf, operatorsOf } from '#tests/account-api/operator/keys/operators'
import { logOf, openOrganisation } from '#tests/account-api/organisations/members/members'
import { describeWorlds } from '#tests/account-api/worlds/worlds'

const reason = 'a court has ordered it'

describeWorlds('organisations for an operator on $name', (world) => {
  const found = async (search: string) => answeredOf(await operatorsOf(world).own().findOrganisations({ search }))

  /** Adds organisations without members, as a store does. */
  const add = async (...names: string[]) => {
    for (const name of names) {
      const publicId = Buffer.from(name.padEnd(16, '.').slice(0, 16)).toString('base64url')
      const facts = { id: publicId, publicId, name, baseInfos: {}, detailInfos: {}, createdAt: world.deployment.now() }
      await world.storage.transaction(({ organisations }) => organisations.insert(facts))
    }
  }

  it('happy: organisations are found by the beginning of a name, and by an id', async () => {
    const { sec_subject_uid } = await openOrganisation(world, 'Quince Garden')
    await add('quince press', 'QUINCE', 'The Quince', '榅桲果园', '榅桲')
    const namesOf = async (search: string) => (await found(search)).organisations.map(({ name }) => name)
    expect(await namesOf('quInce')).toEqual(['QUINCE', 'Quince Garden', 'quince press'])
    expect(await namesOf(' 榅桲 ')).toEqual(['榅桲', '榅桲果园'])
    expect(await namesOf('ress')).toEqual([])
    await add('O’Quince & Söhne')
    for (const search of ["o'quince", 'Oʼquince & sohne']) expect(await namesOf(search)).toEqual(['O’Quince & Söhne'])
    expect(await found(sec_subject_uid)).toEqual({
      organisations: [
        {
          sec_subject_uid,
          name: 'Quince Garden',
          created_at: expect.any(String),
          frozen_by: null,
          erased_on: null,
        },
      ],
      has_more: false,
    })
    expect((await operate(world, 'organisations', 'find', 'quince g')).text).toBe(`${sec_subject_uid}\tQuince Garden`)
    expect((await operate(world, 'organisations', 'find', 'ress')).text).toContain('No organisation has this id')
  })

  it('happy: a long result lists the first organisations, and says that more exist', async () => {
    await add(...Array.from({ length: mostFoundOrganisations + 1 }, (_, nth) => `${nth + 100} Plums`))
    const { organisations, has_more } = await found('1')
    expect([organisations.length, has_more]).toEqual([mostFoundOrganisations, true])
    expect(organisations.at(-1)?.name).toBe('149 Plums')
    expect((await operate(world, 'organisations', 'find', '1')).text).toContain('There are more')
  })

  it('security: a wildcard character in a search matches only itself', async () => {
    await add('Medlar 100%', 'Medlar')
    for (const search of ['%', '_', 'Medlar%', "'", '*']) expect((await found(search)).organisations).toEqual([])
  })

  it('happy: the manager learns why an operator suspends the organisation, and its log has the reason', async () => {
    const { organisation, sec_subject_uid, manager } = await openOrganisation(world, 'Sloe')
    const client = operatorsOf(world).own()
    expect(await client.freezeOrganisation({ sec_subject_uid, reason: `${reason}. ` })).toMatchObject({ ok: true })
    expect(await world.newsTo(manager.mobile)).toEqual(['organisation_frozen'])
    expect(await client.unfreezeOrganisation({ sec_subject_uid, reason })).toMatchObject({ ok: true })
    expect((await logOf(world, organisation)).slice(-2)).toMatchObject([
      { kind: 'organisation_frozen', after: { reason } },
      { kind: 'organisation_unfrozen', after: { reason } },
    ])
  })
})
