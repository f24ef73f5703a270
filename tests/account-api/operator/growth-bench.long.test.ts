import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStage, type Stage } from '../../../bench/growth/stage'
import { fill } from '../../../bench/seed/fill'
import type { Call } from '../../../contract/call'
import { allCalls } from '../../../contract/calls'
import { databases } from '../../fixtures/databases/databases'
import { everyRow } from '../../fixtures/databases/tables'

/** Acts whose event is not in the account's own, and why. */
const exceptions: Record<string, string> = {
  openDeviceBegin: 'it begins a request; the answer to that is the act',
  validateCode: 'nobody is signed in, and nobody is known by the ticket',
}

describe.each(databases)('the bench of growth on $name', (database) => {
  let place: Awaited<ReturnType<typeof database.open>>
  let stage: Stage
  const made = new Set<string>()
  let events: Record<string, unknown>[]

  beforeAll(async () => {
    place = await database.open()
    const filled = { number: 1, accounts: 200, now: Date.now() }
    await fill(place, filled)
    const before = new Set(((await everyRow(place)).events ?? []).map(({ id }) => id))
    stage = await openStage(place, filled)
    const played = stage.play(0, (call, make) => {
      made.add(call)
      return make()
    })
    for await (const _ of played);
    events = ((await everyRow(place)).events ?? []).filter(({ id }) => !before.has(id))
  })
  afterAll(async () => {
    await stage.world.close()
    await place.close()
  })

  it('happy: its scenarios make every call of the contract', () => {
    expect([...made].sort()).toEqual(allCalls.map(({ name }) => name).sort())
  })

  it('security: every act that leaves something has written its event, in its own transaction', () => {
    // Only refusals are written later.
    const written = new Set(events.flatMap(({ call, outcome }) => (outcome === 'ok' ? [call] : [])))
    const leaves = ({ power: { undoneBy } }: Call) => undoneBy !== 'nothing'
    const missing = allCalls.filter((row) => leaves(row) && !written.has(row.name)).map(({ name }) => name)
    expect(missing.sort()).toEqual(Object.keys(exceptions).sort())
  })

  it('happy: a call that only reads leaves no event', () => {
    const reads = allCalls.filter(({ harmless, power }) => harmless && power.undoneBy === 'nothing')
    const names = new Set(reads.map(({ name }) => String(name)))
    expect(events.filter(({ call }) => names.has(String(call)))).toEqual([])
  })

  it('happy: each event names an act, an actor and an account or an organisation', () => {
    // The bench asks for a recovery as the operator's calls do, and not by one: its events are of no call.
    const ofJobs = new Set(['recovery_to_agree', 'recovery_agreed', 'recovery_sent'])
    for (const event of events.filter(({ call }) => !ofJobs.has(String(call)))) {
      expect(allCalls.map(({ name }) => String(name))).toContain(event.call)
      expect(event.account_id ?? event.organisation_id, JSON.stringify(event)).toEqual(expect.any(String))
      expect(['account', 'visitor']).toContain(event.actor)
    }
  })
})
