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
import { type Case, deskClient, expectAt, expectEach, namesOf, reported } from './doors'

/** An account has a limit of sign-ins, and most emails of the table are the same one. */
const signInsOfADay = 40

// How typed text is read depends on no database.
describe('organisations, numbers, emails and usernames, at every endpoint', () => {
  const world = worldOn(databases[0] as (typeof databases)[number])

  /** Signs in with a typed identifier. */
  const signInAs = (people: ReadonlyMap<string, string>, region?: string) => async (account: string) => {
    const signed = await world.person().accountLoginV2({ account, password: goodPassword, region })
    return signed.ok ? people.get(signed.data.user_id) : undefined
  }

  /** Expects what a search for a person finds, at the desk and by a command. */
  const expectAtOperators = async (cases: readonly Case[], people: ReadonlyMap<string, string>) => {
    const desk = await deskClient(world, 'support')
    await expectEach(cases, async (user) => {
      const shown = await desk.showUser({ user })
      return shown.ok ? people.get(shown.data.user_id) : undefined
    })
    await expectEach(cases, async (user) => {
      const { text } = await operate(world, 'users', 'show', user)
      return people.get(/^user id\t(.*)$/m.exec(text)?.[1] ?? '')
    })
  }

  /** Expects what lists read, each in a new organisation. */
  const expectInLists = (cases: readonly Case[], region?: string) =>
    expectAt(cases, async (typed) => {
      const lines = await reported(world, await openOrganisation(world), typed.join('\n'), 'lines', region)
      return lines.map(({ address }) => address ?? undefined)
    })

  it('happy: each endpoint stores an organisation’s name as typed, and refuses invalid names', async () => {
    const { sec_subject_uid, manager } = await openOrganisation(world)
    const named = async (isOk: boolean) =>
      isOk ? dataOf(await manager.client.subjectInfo({ sec_subject_uid })).subject.subject_name : undefined
    const desk = await deskClient(world, 'organisations')
    const { sent, given } = namesOf(organisations, refusedOrganisations)
    await expectEach(sent, async (subject_name) =>
      named((await manager.client.updateSubject({ sec_subject_uid, subject_name })).ok),
    )
    await expectEach(given, async (name) =>
      named((await operate(world, 'organisations', 'name', sec_subject_uid, name)).ok),
    )
    await expectEach(given, async (name) => named((await desk.nameOrganisation({ sec_subject_uid, name })).ok))
  })

  const casesIn = (region: string) =>
    numbers.flatMap(([typed, each, number]): Case[] => (each === region ? [[typed, number]] : []))
  const regions = [...new Set(numbers.map(([, region]) => region))]

  it('happy: sign-ins, commands and the desk parse a phone number', async () => {
    const people = new Map<string, string>()
    for (const number of new Set(numbers.map(([, , each]) => each)))
      people.set((await world.registerMobile({ mobile: number })).userId, number)
    for (const region of regions)
      await expectEach(casesIn(region), signInAs(people, region === 'other' ? undefined : region))
    await expectAtOperators(casesIn('CN'), people)
  })

  it('happy: lists parse a phone number', async () => {
    for (const region of regions.filter((each) => each !== 'other')) {
      // There, a tab and a comma separate addresses.
      const inLists = casesIn(region).filter(([typed]) => !/\t|\d,\d/.test(typed))
      await expectInLists(inLists, region)
    }
  })

  it('happy: sign-ins, commands and the desk parse an email', async () => {
    const people = new Map<string, string>()
    for (const email of new Set(emails.map(([, each]) => each)))
      people.set((await world.registerEmail({ email })).userId, email)
    for (let from = 0; from < emails.length; from += signInsOfADay, world.passMinutes(24 * 60))
      await expectEach(emails.slice(from, from + signInsOfADay), signInAs(people))
    await expectAtOperators(emails, people)
  })

  it('happy: lists parse an email', async () => {
    const cases = emails.filter(([typed]) => !typed.includes('\n'))
    // The inviter sees the domain in its own script.
    await expectInLists(cases.map(([typed, stored]): Case => [typed, shownEmail(stored)]))
  })

  it('happy: each endpoint parses a username', async () => {
    const once = [...new Map(usernames.map(([typed, stored]) => [stored, typed]))].map(
      ([stored, typed]): Case => [typed, stored],
    )
    const wrong = Object.values(refusedUsernames)
      .flat()
      .filter((typed) => !/@|^\W*\d/.test(typed))
    const people = new Map<string, string>()
    await expectEach([...once, ...wrong.map((typed): Case => [typed, undefined])], async (username) => {
      const { client, userId } = await world.registerMobile()
      if (!(await client.accountSet({ username })).ok) return undefined
      const chosen = (await world.profileOf(userId)).username
      people.set(userId, chosen)
      return chosen
    })
    await expectEach(usernames, signInAs(people))
    await expectAtOperators(usernames, people)
  })
})
