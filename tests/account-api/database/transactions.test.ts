import { describe, expect, expectTypeOf, it } from 'vitest'
import type { createAccount } from '#account-api/accounts/account/account'
import type { record } from '#account-api/accounts/activity/activity'
import type { tell } from '#account-api/accounts/notices/notice'
import type { signIn } from '#account-api/accounts/sessions/pending-sign-in'
import type { lockPerson } from '#account-api/accounts/sessions/person'
import type { Deployment, Rule, Service, Storage, Transaction } from '#account-api/closing/service'
import type { post } from '#account-api/kernel/outbox/post'
import type { consumeCode } from '#account-api/verification/codes/code'
import { filesIn, read } from '#tests/docs/documents'

// `npm run types` checks the assertions about types: a wrong one does not compile.
describe('a rule in a transaction', () => {
  it('error: a rule cannot reach the storage through its arguments', () => {
    type Given = Parameters<Rule<unknown, unknown>>
    expectTypeOf<Given[0]>().toEqualTypeOf<Transaction>()
    expectTypeOf<Deployment>().not.toHaveProperty('storage')
    expectTypeOf<Deployment>().not.toHaveProperty('transaction')
    expectTypeOf<Transaction>().not.toHaveProperty('transaction')
    expectTypeOf<Service>().not.toExtend<Deployment>()
  })

  it('error: a rule cannot be called with the storage instead of a transaction', () => {
    expectTypeOf<Storage>().not.toExtend<Transaction>()
    expectTypeOf<Storage>().not.toExtend<Parameters<typeof createAccount>[0]>()
    expectTypeOf<Storage>().not.toExtend<Parameters<typeof consumeCode>[0]>()
    expectTypeOf<Storage>().not.toExtend<Parameters<typeof signIn>[0]>()
    expectTypeOf<Storage>().not.toExtend<Parameters<typeof record>[0]>()
    expectTypeOf<Storage>().not.toExtend<Parameters<typeof post>[0]>()
    expectTypeOf<Storage>().not.toExtend<Parameters<typeof tell>[0]>()
    expectTypeOf<Storage>().not.toExtend<Parameters<typeof lockPerson>[0]>()
  })

  it('error: a rule cannot lock rows outside a transaction', () => {
    expectTypeOf<Storage['accounts']>().not.toHaveProperty('lock')
    expectTypeOf<Storage['accounts']>().not.toHaveProperty('keepHolderOf')
    expectTypeOf<Transaction['accounts']>().toHaveProperty('lock')
  })

  it('error: a rule shares no scope with the storage, because only service.ts begins transactions', () => {
    const upper = ['organisations', 'addresses', 'sign-in', 'applications', 'closing']
    const rules = ['kernel', 'accounts', 'verification', ...upper].flatMap((floor) =>
      filesIn(`account-api/${floor}`, /(?<!-store)\.ts$/),
    )
    const beginning = rules.filter((path) => /\btransaction\(/.test(read(path)))
    expect(rules.length).toBeGreaterThan(50)
    expect(beginning).toEqual(['account-api/kernel/service.ts'])
  })
})
