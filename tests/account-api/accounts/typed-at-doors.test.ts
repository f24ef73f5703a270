import { expect, it } from 'vitest'
import { emails, refusedEmails } from '#rules/typed/cases/emails'
import { lists } from '#rules/typed/cases/lists'
import { people, refusedPeople, sameNames } from '#rules/typed/cases/names'
import { numbers } from '#rules/typed/cases/numbers'
import { usernames } from '#rules/typed/cases/usernames'
import { operate } from '#tests/account-api/applications/services/services'
import { inviteByLink } from '#tests/account-api/organisations/invitations/invitations'
import { joinOrganisation, openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf, describeWorlds, freshEmail } from '#tests/account-api/worlds/worlds'
import { type Case, cell, deskClient, expectAt, expectEach, imported, namesOf, reported } from './doors'

const names = namesOf(people, refusedPeople)

describeWorlds('names and lists, at every endpoint of the account API on $name', (world) => {
  /** A person, and their name if a change of it is ok. */
  const named = async () => {
    const { client, userId } = await world.registerMobile()
    const nameIf = async (isOk: boolean) => (isOk ? ((await world.profileOf(userId)).name ?? undefined) : undefined)
    return { client, userId, nameIf }
  }

  it('happy: calls and lists store a person’s name as typed, and refuse names that must not be shown to others', async () => {
    const { client, nameIf } = await named()
    await expectEach(names.sent, async (name) => nameIf((await client.accountSet({ name })).ok))
    await expectAt(names.typed, async (typed) => {
      const list = ['name,email', ...typed.map((name) => `${cell(name)},${freshEmail()}`)].join('\n')
      const lines = await reported(world, await openOrganisation(world), list, 'csv')
      return lines.map(({ state, deputy_name }) => (state === 'new' ? deputy_name : undefined))
    })
  })

  it('happy: commands and the desk give a person any name but a misleading spelling', async () => {
    const { userId, nameIf } = await named()
    const desk = await deskClient(world, 'support')
    await expectEach(names.given, async (name) => nameIf((await operate(world, 'users', 'name', userId, name)).ok))
    await expectEach(names.given, async (name) => nameIf((await desk.nameUser({ user_id: userId, name })).ok))
  })

  it('happy: a member, an invitee and a user are found by what people type for their name', async () => {
    const organisation = await openOrganisation(world)
    const { manager, sec_subject_uid } = organisation
    const { userId } = await world.registerMobile()
    const { invite_id } = await inviteByLink(organisation, 1)
    const { id = '' } = (await world.storage.invitations.find(organisation.id, invite_id)) ?? {}
    const desk = await deskClient(world, 'support')
    for (const name of new Set(sameNames.map(([, each]) => each))) await joinOrganisation(world, organisation, name)
    for (const [search, name] of sameNames) {
      const asked = { sec_subject_uid, page: 1, page_size: 100, search }
      const found = dataOf(await manager.client.listIdentities(asked)).members.map(({ deputy_name }) => deputy_name)
      expect(found, search).toContain(name)
      await world.storage.transaction(async ({ accounts, invitations }) => {
        await accounts.setProfile(userId, { name }, Date.now())
        await invitations.update(id, { name })
      })
      expect(dataOf(await manager.client.listInvitations(asked)).invitations, search).toMatchObject([{ invite_id }])
      const users = dataOf(await desk.findUsers({ search })).users.map(({ user_id }) => user_id)
      expect(users, search).toContain(userId)
    }
  })

  it('happy: a pasted list becomes one line per address', async () => {
    const organisation = await openOrganisation(world)
    for (const [how, [list, ...wanted]] of Object.entries(lists)) {
      const lines = await reported(world, organisation, list, 'lines')
      // An account may send 20 lists a day.
      world.passMinutes(80)
      const found = lines.map(({ deputy_name, address }) => [deputy_name, address])
      expect(found, how).toEqual(wanted)
    }
  })
})

describeWorlds('typed values of another system, in an import on $name', (world) => {
  it('happy: an import keeps names as spelt, except names that must not be shown to others', async () => {
    await expectAt(names.typed, (typed) => imported(world, 'name', typed))
  })

  it('happy: an import reads a username in its normalised form', async () => {
    const once = new Map(usernames.map(([typed, stored]) => [stored, typed]))
    const cases = [...once].map(([stored, typed]): Case => [typed, stored])
    await expectAt(cases, (typed) => imported(world, 'username', typed))
  })

  it('happy: an import reads a number with its country code', async () => {
    const said = new Map(
      numbers.filter(([typed]) => /^[^\d]*\+\d/.test(typed)).map(([typed, , number]) => [number, typed]),
    )
    const cases = [...said].map(([number, typed]): Case => [typed, number])
    await expectAt(cases, (typed) => imported(world, 'mobile', typed))
  })

  it('happy: an import keeps an email, and a person with an invalid email and a valid mobile', async () => {
    const once = [...new Map(emails.map(([typed, stored]) => [stored, typed]))]
    const wrong = refusedEmails.filter(([typed]) => typed.trim() !== '' && !/[\r\n]/.test(typed))
    const cases = [
      ...once.map(([stored, typed]): Case => [typed, stored]),
      ...wrong.map(([typed]): Case => [typed, undefined]),
    ]
    await expectAt(cases, (typed) => imported(world, 'email', typed))
  })
})
