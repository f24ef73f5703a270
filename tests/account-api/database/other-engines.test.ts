import { describe, expect, it } from 'vitest'
import { judge, lacking } from './other-engines'

const twice = 'a table that is changed twice in one statement'

describe('features that other engines lack', () => {
  it.each([
    [twice, 'with a as (update t set n = 1) insert into "t" values (1)', true],
    [twice, 'insert into t values (1) on conflict do update set n = 2', false],
    [twice, 'with d as (select 1 from t for no key update skip locked) update t set n = 1', false],
    [twice, 'with d as (select 1 from t for update) update t set n = 1', false],
    ['an advisory lock of a session', 'select pg_advisory_lock(1)', true],
    ['an advisory lock of a session', 'select pg_try_advisory_xact_lock(1)', false],
    ['a deferrable constraint', 'alter table t add foreign key (n) references u deferrable', true],
  ])('happy: %s is found in a statement if it is there: %s', (what, statement, isThere) => {
    expect(lacking.find((one) => one.what === what)?.isIn(statement)).toBe(isThere)
  })

  it('error: a statement without a reason is reported, with the engines that it excludes', () => {
    const { unexplained, excluded } = judge(['create table t (n integer)', 'notify  everybody'])
    expect(unexplained).toEqual([{ what: 'LISTEN or NOTIFY', statement: 'notify everybody' }])
    expect(excluded).toEqual(['YugabyteDB', 'CockroachDB'])
  })

  it('error: a reason that no statement needs is reported', () => {
    expect(judge([]).needless).toContain('pg_try_advisory_lock')
  })
})
