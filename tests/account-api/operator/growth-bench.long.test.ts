import { describe, expect, it } from 'vitest'
import { openStage } from '../../../bench/growth/stage'
import { fill } from '../../../bench/seed/fill'
import { allCalls } from '../../../contract/calls'
import { databases } from '../../fixtures/databases/databases'

describe.each(databases)('the bench of growth on $name', (database) => {
  it('happy: its scenarios make every call of the contract', async () => {
    const place = await database.open()
    const filled = { number: 1, accounts: 200, now: Date.now() }
    await fill(place, filled)
    const stage = await openStage(place, filled)
    const made = new Set<string>()
    const played = stage.play(0, (call, make) => {
      made.add(call)
      return make()
    })
    for await (const _ of played);
    expect([...made].sort()).toEqual(allCalls.map(({ name }) => name).sort())
    await stage.world.close()
    await place.close()
  })
})
