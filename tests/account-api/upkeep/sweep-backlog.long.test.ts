import { expect, it } from 'vitest'
import { days } from '#account-api/kernel/time'
import { describeWorlds } from '#tests/account-api/worlds/worlds'
import { lookInto, writeInto } from '#tests/fixtures/databases/look-into'

describeWorlds('a backlog of due sessions on $name', (world) => {
  it('happy: one sweep deletes 23,100 expired rows, and keeps those used since', async () => {
    const owner = await world.registerMobileOnly()
    const now = world.deployment.now()
    const used = 100
    await writeInto(
      world.place,
      `with recursive rows (i) as (select 1 union all select i + 1 from rows where i < 23200)
       insert into sessions (id, token_hash, account_id, created_at, last_seen_at, due_at, proven_at, address, client, way,
         ancestors, let_in_by, root_way, root_proven_at)
       select 'due' || i, 'due' || i, cast($1 as text), 0, case when i % 232 = 0 then cast($2 as bigint) else 0 end, i, 0, '', '', 'sms',
         '', 'mobile', 'sms', 0 from rows`,
      [owner.userId, now - days(1)],
    )
    const swept = await world.storage.sweep(now)
    expect(swept?.deleted.get('sessions')).toBe(23_200 - used)
    const left = `select count(*) as count from sessions where id like 'due%' and due_at > ${now}`
    expect(Number((await lookInto<{ count: unknown }>(world.place, left))[0]?.count)).toBe(used)
  })
})
