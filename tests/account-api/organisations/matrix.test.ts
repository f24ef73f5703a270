import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '#account-api/calls/handlers'
import { newId } from '#account-api/kernel/random'
import type { UserCall } from '#contract/call'
import { allCalls } from '#contract/calls'
import type { Answer, Client } from '#contract/client'
import { refuse } from '#contract/server'
import { longestReportPage } from '#contract/terms/fields'
import { permissionNames } from '#contract/terms/permissions'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { writeInto } from '#tests/fixtures/databases/look-into'
import { acts, answers, type CallerOfMatrix, callers, columns, inputOf, lineFor, lines, withoutSample } from './matrix'
import { joinOrganisation, type Member, openOrganisation } from './members/members'
import { makeAdministrator } from './transfers/handover'

/** The answer to an admitted call. The matrix’s handlers do nothing, so no call affects another. */
const letIn = 4242

const memberCalls = allCalls.filter(({ auth }) => auth === 'member')
const actual = { ...handlers }

beforeAll(() => {
  const stop = async () => refuse('too_many_requests', { retry_after: letIn })
  Object.assign(handlers, Object.fromEntries(memberCalls.map(({ name }) => [name, stop])))
})
// The files of a worker share the handlers.
afterAll(() => Object.assign(handlers, actual))

const rowOf = (name: string): UserCall | undefined => memberCalls.find((row) => row.name === name)

describe('the table of the matrix', () => {
  it('security: the matrix has a line for every member call, and for no other', () => {
    const missing = memberCalls.filter(({ name }) => !lines.some((line) => line.name === name))
    expect(missing.map(lineFor), 'add these lines to the table in matrix.ts, after reading what they say').toEqual([])
    expect(
      lines.filter(({ name }) => !rowOf(name)).map(({ name }) => name),
      'no call of a member',
    ).toEqual([])
  })

  it('security: the matrix names what each call needs', () => {
    expect(lines.map(({ name, needs }) => [name, needs])).toEqual(lines.map(({ name }) => [name, rowOf(name)?.needs]))
    expect(columns).toEqual(callers)
    for (const { name, expected } of lines) expect(Object.values(expected), name).not.toContain(undefined)
  })

  // That a manager’s session of 13 days is asked for the proof, whatever the call, is in the table of power.
  it('security: each call that gives, takes or moves permissions needs a proof, and no other member call does', () => {
    const asking = memberCalls.filter(({ power }) => ['fresh', 'second'].includes(power.proof))
    expect(asking.map(({ name }) => name).sort()).toEqual(acts.trim().split(/\s+/).sort())
  })

  const isOfPages = ({ input }: UserCall) => 'page' in input.shape && 'after' in input.shape
  it.each(memberCalls.filter(isOfPages))('error: $name refuses a page that is invalid, too high or too long', (row) => {
    const asked = inputOf(row, 'A'.repeat(22))
    const longest = row.name === 'invitationBatch' ? longestReportPage : 100
    expect(row.input.safeParse({ ...asked, page_size: longest }).success).toBe(true)
    for (const odd of [
      { page: 0 },
      { page: -1 },
      { page: 1e9 },
      { page_size: 0 },
      { page_size: longest + 1 },
      { page: 1000, page_size: 11 },
      { after: 'x'.repeat(2000) },
      // The lists of members and of invitations read the key on their own.
      ...(row.needs === 'member.read' || row.name === 'listInvitations' ? [] : [{ after: 'none' }, { after: "'" }]),
    ])
      expect(row.input.safeParse({ ...asked, ...odd }).success, JSON.stringify(odd)).toBe(false)
  })

  it('security: the matrix has a valid input for every call', () => {
    for (const row of memberCalls) {
      expect(withoutSample(row), `add samples of these fields of ${row.name} to matrix.ts`).toEqual([])
      const read = row.input.safeParse(inputOf(row, 'A'.repeat(22)))
      expect(read.error?.issues, `correct the samples that ${row.name} needs in matrix.ts`).toBeUndefined()
    }
  })
})

describeWorlds('the matrix on $name', (world) => {
  let subjects: Record<CallerOfMatrix, string>
  let clients: Record<CallerOfMatrix, Client>
  let role: string
  let roleOfOthers: string

  beforeAll(async () => {
    const { organisation, id, sec_subject_uid } = await openOrganisation(world)
    const [stranger, shut] = [await openOrganisation(world), await openOrganisation(world)]
    const join = () => joinOrganisation(world, organisation)
    const [member, deputy, others, frozen] = [await join(), await join(), await join(), await join()]
    // The calls that create roles do nothing here.
    const roleOf = async (key: string, { userId }: Member): Promise<string> => {
      const made = { id: newId(0), organisationId: id, key, name: key, description: '', permissions: [], createdAt: 0 }
      const acting = await world.storage.members.acting(userId, sec_subject_uid)
      await world.storage.roles.insert(made)
      await world.storage.roles.give(made, [acting?.member.id ?? ''])
      return made.id
    }
    role = await roleOf('role', deputy)
    roleOfOthers = await roleOf('others', others)
    await makeAdministrator(world, organisation, frozen)
    await writeInto(world.place, 'update identities set is_frozen = 1 where public_id = $1', [frozen.identityId])
    await writeInto(world.place, "update organisations set frozen_by = 'manager' where id = $1", [shut.id])
    subjects = {
      ...(Object.fromEntries(callers.map((caller) => [caller, sec_subject_uid])) as typeof subjects),
      freezer: shut.sec_subject_uid,
    }
    clients = {
      'signed-out': world.person(),
      stranger: stranger.manager.client,
      member: member.client,
      others: others.client,
      frozen: frozen.client,
      deputy: deputy.client,
      banned: deputy.client,
      freezer: shut.manager.client,
    }
  })

  const ask = async (row: UserCall, caller: CallerOfMatrix): Promise<string> => {
    const make = clients[caller][row.name as keyof Client] as (input: object) => Promise<Answer<UserCall>>
    const answer = await make(inputOf(row, subjects[caller]))
    if (answer.ok) return 'a handler answered'
    return answer.code === 'too_many_requests' && answer.data.retry_after === letIn ? 'in' : answer.code
  }

  it.each(lines)('security: $name admits exactly the permitted members', async ({ name, expected }) => {
    const row = rowOf(name)
    if (!row) throw new Error(`${name} is no call of a member`)
    const isPermission = (permissionNames as string[]).includes(row.needs)
    const needed = permissionNames.filter((permission) => !isPermission || permission === row.needs)
    const others = permissionNames.filter((permission) => permission !== row.needs)
    await world.storage.roles.update(role, { permissions: needed, isBanned: false })
    await world.storage.roles.update(roleOfOthers, { permissions: others })
    const answersTo = (some: readonly CallerOfMatrix[]) =>
      Promise.all(some.map(async (caller) => [caller, await ask(row, caller)]))
    const found = await answersTo(callers.filter((caller) => caller !== 'banned'))
    await world.storage.roles.update(role, { isBanned: true })
    found.push(...(await answersTo(['banned'])))
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(callers.map((caller) => [caller, answers[expected[caller]]])),
    )
  })
})
