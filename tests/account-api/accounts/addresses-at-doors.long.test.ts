import { describe, it } from 'vitest'
import { emails } from '#rules/typed/cases/emails'
import { organisations, refusedOrganisations } from '#rules/typed/cases/names'
import { numbers } from '#rules/typed/cases/numbers'
import { refusedUsernames, usernames } from '#rules/typed/cases/usernames'
import { shownEmail } from '#rules/typed/shown-address'
import { operate } from '#tests/account-api/applications/services/services'
import { openOrganisation } from '#tests/account-api/organisations/members/members'
import { dataOf, goodPassword, worldOn } from '#tests/account-api/worlds/world'
import { databases } from '#tests/fixtures/databases/databases'
import {
  accepted,
  type Case,
  type Door,
  deskClient,
  expectAt,
  one,
  onWire,
  refused,
  refusedToOperators,
  reported,
} from './doors'

/** An account has a limit of sign-ins, and most emails of the table are the same one. */
const signInsOfADay = 40

// How typed text is read depends on no database.
describe('organisations, numbers, emails and usernames, at every endpoint', () => {
  const world = worldOn(databases[0] as (typeof databases)[number])

  /** Signs in with a typed identifier. */
  const signInAs = (people: ReadonlyMap<string, string>, region?: string): Door =>
    one(async (account) => {
      const asked = { account, password: goodPassword, ...(region !== undefined && { region }) }
      const signed = await world.person().accountLoginV2(asked)
      return signed.ok ? people.get(signed.data.user_id) : undefined
    })

  /** Searches for a person at the desk and by a command. */
  const operatorDoors = async (people: ReadonlyMap<string, string>): Promise<Door[]> => {
    const desk = await deskClient(world, 'support')
    const atTheDesk = one(async (user) => {
      const shown = await desk.showUser({ user })
      return shown.ok ? people.get(shown.data.user_id) : undefined
    })
    const byCommand = one(async (user) => {
      const { text } = await operate(world, 'users', 'show', user)
      return people.get(/^user id\t(.*)$/m.exec(text)?.[1] ?? '')
    })
    return [atTheDesk, byCommand]
  }

  it('happy: each endpoint stores an organisation’s name as typed, and refuses invalid names', async () => {
    const { sec_subject_uid, manager } = await openOrganisation(world)
    const named = async (isOk: boolean) =>
      isOk ? dataOf(await manager.client.subjectInfo({ sec_subject_uid })).subject.subject_name : undefined
    const desk = await deskClient(world, 'organisations')
    const cases = onWire([...accepted(organisations), ...refused(refusedOrganisations)])
    const ofOperator = [...accepted(organisations), ...refusedToOperators(refusedOrganisations)]
    const call: Door = one(async (subject_name) =>
      named((await manager.client.updateSubject({ sec_subject_uid, subject_name })).ok),
    )
    await expectAt(call, cases)
    await expectAt(
      one(async (name) => named((await operate(world, 'organisations', 'name', sec_subject_uid, name)).ok)),
      ofOperator,
    )
    await expectAt(
      one(async (name) => named((await desk.nameOrganisation({ sec_subject_uid, name })).ok)),
      ofOperator,
    )
  })

  const casesIn = (region: string) =>
    numbers.flatMap(([typed, each, number]): Case[] => (each === region ? [[typed, number]] : []))
  const regions = [...new Set(numbers.map(([, region]) => region))]

  it('happy: sign-ins, commands and the desk parse a phone number', async () => {
    const people = new Map<string, string>()
    for (const number of new Set(numbers.map(([, , each]) => each)))
      people.set((await world.registerMobile({ mobile: number })).userId, number)
    const found = operatorDoors(people)
    for (const region of regions)
      await expectAt(signInAs(people, region === 'other' ? undefined : region), casesIn(region))
    for (const door of await found) await expectAt(door, casesIn('CN'))
  })

  it('happy: lists parse a phone number', async () => {
    for (const region of regions.filter((each) => each !== 'other')) {
      // There, a tab and a comma separate addresses.
      const inLists = casesIn(region).filter(([typed]) => !/\t|\d,\d/.test(typed))
      await expectAt(async (typed) => {
        const lines = await reported(world, await openOrganisation(world), typed.join('\n'), 'lines', region)
        return lines.map(({ address }) => address ?? undefined)
      }, inLists)
    }
  })

  it('happy: sign-ins, commands and the desk parse an email', async () => {
    const people = new Map<string, string>()
    for (const email of new Set(emails.map(([, each]) => each)))
      people.set((await world.registerEmail({ email })).userId, email)
    for (let from = 0; from < emails.length; from += signInsOfADay, world.passMinutes(24 * 60))
      await expectAt(signInAs(people), emails.slice(from, from + signInsOfADay))
    for (const door of await operatorDoors(people)) await expectAt(door, [...emails])
  })

  it('happy: lists parse an email', async () => {
    const cases = emails.filter(([typed]) => !typed.includes('\n'))
    await expectAt(
      async (typed) => {
        const lines = await reported(world, await openOrganisation(world), typed.join('\n'), 'lines')
        return lines.map(({ address }) => address ?? undefined)
      },
      // The inviter sees the domain in its own script.
      cases.map(([typed, stored]): Case => [typed, shownEmail(stored)]),
    )
  })

  it('happy: each endpoint parses a username', async () => {
    const once = [...new Map(usernames.map(([typed, stored]) => [stored, typed]))].map(
      ([stored, typed]): Case => [typed, stored],
    )
    const none = refused(refusedUsernames).filter(([typed]) => !/@|^\W*\d/.test(typed))
    const people = new Map<string, string>()
    const call: Door = one(async (username) => {
      const { client, userId } = await world.registerMobile()
      if (!(await client.accountSet({ username })).ok) return undefined
      const chosen = (await world.profileOf(userId)).username
      people.set(userId, chosen)
      return chosen
    })
    await expectAt(call, [...once, ...none])
    await expectAt(signInAs(people), [...usernames])
    for (const door of await operatorDoors(people)) await expectAt(door, [...usernames])
  })
})
