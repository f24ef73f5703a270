import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { createAccount } from '../../account-api/accounts/account/account'
import { record } from '../../account-api/accounts/activity/activity'
import { tell } from '../../account-api/accounts/notices/notice'
import { lockPerson } from '../../account-api/accounts/sessions/person'
import { startSession } from '../../account-api/accounts/sessions/session'
import { post } from '../../account-api/kernel/outbox/post'
import type { Rule, Service } from '../../account-api/kernel/service'
import type { Setting } from '../../account-api/kernel/setting'
import type { Storage, Transaction } from '../../account-api/kernel/stores'
import { consumeCode } from '../../account-api/verification/codes/code'

// `npm run types` checks the assertions about types: a wrong one does not compile.
describe('a rule in a transaction', () => {
  it('error: cannot reach the storage through its arguments', () => {
    type Given = Parameters<Rule<unknown, unknown>>
    expectTypeOf<Given[0]>().toEqualTypeOf<Setting>()
    expectTypeOf<Given[1]>().toEqualTypeOf<Transaction>()
    expectTypeOf<Setting>().not.toHaveProperty('storage')
    expectTypeOf<Setting>().not.toHaveProperty('transaction')
    expectTypeOf<Transaction>().not.toHaveProperty('transaction')
    expectTypeOf<Service>().not.toExtend<Setting>()
  })

  it('error: cannot be called with the storage in place of a transaction', () => {
    expectTypeOf<Storage>().not.toExtend<Transaction>()
    expectTypeOf(createAccount).parameter(1).toEqualTypeOf<Transaction>()
    expectTypeOf(consumeCode).parameter(1).toEqualTypeOf<Transaction>()
    expectTypeOf(startSession).parameter(1).toEqualTypeOf<Transaction>()
    expectTypeOf(record).parameter(1).toEqualTypeOf<Transaction>()
    expectTypeOf(post).parameter(1).toEqualTypeOf<Transaction>()
    expectTypeOf(tell).parameter(1).toEqualTypeOf<Transaction>()
    expectTypeOf(lockPerson).parameter(0).toEqualTypeOf<Transaction>()
  })

  it('error: cannot lock rows outside a transaction', () => {
    expectTypeOf<Storage['accounts']>().not.toHaveProperty('lock')
    expectTypeOf<Storage['accounts']>().not.toHaveProperty('keepHolderOf')
    expectTypeOf<Transaction['accounts']>().toHaveProperty('lock')
  })

  it('error: shares no scope with the storage, because only service.ts begins transactions', () => {
    const domain = new URL('../../account-api/domain', import.meta.url).pathname
    const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
    const beginning = files.filter((path) => /\btransaction\(/.test(readFileSync(join(domain, path), 'utf8')))
    expect(files.length).toBeGreaterThan(50)
    expect(beginning).toEqual(['service.ts'])
  })
})
