import { describe, expect, it } from 'vitest'
import { scenarios } from '#bench/growth/scenarios'
import { openStage } from '#bench/growth/stage'
import { fill } from '#bench/seed/fill'
import { databaseForTest, databases } from '#tests/fixtures/databases/databases'
import { untilTestEnds } from '#tests/fixtures/hooks'

describe.each(databases)('the growth benchmark on $name', (database) => {
  it('happy: every scenario runs on a seeded database', async () => {
    const place = await databaseForTest(database.open)
    const filled = { number: 1, accounts: 200, now: Date.now() }
    await fill(place, filled)
    const stage = await openStage(place, filled)
    untilTestEnds(stage.world)
    const played: string[] = []
    for await (const name of stage.play(0, (_call, make) => make())) played.push(name)
    expect(played).toEqual(Object.keys(scenarios))
  })
})
