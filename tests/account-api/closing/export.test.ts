import { expect, it } from 'vitest'
import { exported } from '#account-api/closing/export/export-store'
import type { Client } from '#contract/client'
import { claimEmail } from '#tests/account-api/addresses/binding/bindings'
import { dataOf, describeWorlds } from '#tests/account-api/worlds/worlds'
import { lookInto } from '#tests/fixtures/databases/look-into'

const columnsOf = {
  SQLite: `select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c
    where m.type = 'table'`,
  PostgreSQL: `select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public'
    and not exists (select from pg_class where relname = table_name and relispartition)`,
}

describeWorlds('an export on $name', (world, database) => {
  const exportOf = async ({ client }: { client: Client }) => dataOf(await client.exportData({}))

  it('happy: an export contains all data of the account, in full and with readable times', async () => {
    const person = await world.registerMobile()
    const { userId, mobile } = person
    const at = world.deployment.now()
    await world.storage.accounts.bind({ kind: 'email', value: 'ann@example.com', accountId: userId, at })
    await world.storage.platforms.bind({ platform: 'example', openid: mobile, accountId: userId, name: 'Ann', at })
    const { data, exported_at } = await exportOf(person)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(exported_at).toEqual(time)
    expect(data.accounts).toMatchObject([{ id: userId, account_type: 0, language: 'en', created_at: time }])
    expect(data.identifiers).toEqual([
      { kind: 'email', value: 'ann@example.com', bound_at: time },
      { kind: 'mobile', value: mobile, bound_at: time },
      { kind: 'username', value: expect.stringMatching(/^user-/), bound_at: time },
    ])
    const binding = { platform: 'example', app_id: '', openid: mobile, name: 'Ann', bound_at: time, picture: null }
    expect(data.platform_bindings).toEqual([{ ...binding, unionid: null, tenant_key: null }])
    const times = { created_at: time, last_seen_at: time, proven_at: time }
    const proven = { mobile_proven_at: time, email_proven_at: null, password_proven_at: time }
    const proofs = { ...proven, authenticator_proven_at: null, passkey_proven_at: null, identity_id: null }
    const from = { address: expect.stringMatching(/^10\./), client: 'test', way: 'sms' }
    const origin = { ancestors: '', let_in_by: 'mobile,password', root_way: 'sms', root_proven_at: time }
    expect(data.sessions).toEqual([
      { id: expect.any(String), ...times, ...from, ...proofs, ...origin, device_name: null },
    ])
    expect(data.activity?.map(({ kind }) => kind)).toEqual(['registered', 'data_exported'])
  })

  it('happy: an export contains an unproven email', async () => {
    const { email, client } = await claimEmail(world)
    expect((await exportOf({ client })).data.email_claims).toMatchObject([{ email }])
  })

  it('error: an export notifies the mobile and is recorded, and the eleventh in a day is refused', async () => {
    const person = await world.registerMobile()
    const before = await world.messagesTo(person.mobile)
    for (let count = 0; count < 10; count += 1) await exportOf(person)
    expect(await person.client.exportData({})).toMatchObject({ ok: false, code: 'too_many_requests' })
    expect(await world.messagesTo(person.mobile)).toBe(before + 10)
    expect(await world.toldLast(person.mobile)).toMatchObject({ purpose: 'data_exported' })
    expect(await world.storage.activity.list(person.userId, { limit: 100 })).toHaveLength(11)
  })

  it('security: an export contains no data of another account and no secret', async () => {
    const [ann, bob] = [await world.registerMobile(), await world.registerMobile()]
    const text = JSON.stringify(await exportOf(ann))
    expect(text).toContain(ann.mobile)
    for (const foreign of [bob.mobile, bob.userId, 'token_hash', 'password_hash', '$argon2'])
      expect(text).not.toContain(foreign)
  })

  it('security: every table with an account id is exported with all its columns, or states a reason', async () => {
    const rows = await lookInto<{ table: string; column: string }>(world.place, columnsOf[database.name])
    const columnsIn = (table: string) => rows.flatMap((row) => (row.table === table ? row.column : [])).sort()
    const owned = new Set(['accounts', ...rows.flatMap(({ table, column }) => (column === 'account_id' ? table : []))])
    expect([...owned].sort()).toEqual(Object.keys(exported).sort())
    for (const [table, told] of Object.entries(exported)) {
      if (typeof told === 'string') expect(told).toMatch(/\S/)
      else expect(Object.keys(told).sort(), table).toEqual(columnsIn(table))
    }
  })
})
