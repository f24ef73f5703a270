import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { createAccount } from '#account-api/accounts/account/account'
import type { record } from '#account-api/accounts/activity/activity'
import type { tell } from '#account-api/accounts/notices/notice'
import type { signIn } from '#account-api/accounts/sessions/pending-sign-in'
import type { lockPerson } from '#account-api/accounts/sessions/person'
import type { Deployment, Rule, Service, Storage, Transaction } from '#account-api/closing/service'
import type { post } from '#account-api/kernel/outbox/post'
import type { consumeCode } from '#account-api/verification/codes/code'

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
    const floors = [
      'kernel',
      'accounts',
      'verification',
      'organisations',
      'addresses',
      'sign-in',
      'applications',
      'closing',
    ]
    const files = floors.flatMap((floor) => {
      const folder = new URL(`../../../account-api/${floor}`, import.meta.url).pathname
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
    })
    const rules = files.filter((path) => path.endsWith('.ts') && !/-store\.ts$/.test(path))
    const beginning = rules.filter((path) => /\btransaction\(/.test(readFileSync(path, 'utf8')))
    expect(rules.length).toBeGreaterThan(50)
    expect(beginning.map((path) => path.split('/account-api/').at(-1))).toEqual(['kernel/service.ts'])
  })
})
