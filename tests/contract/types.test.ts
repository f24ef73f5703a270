import { describe, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { call, type ErrorOf } from '#contract/call'
import type { Calls } from '#contract/calls'
import type { Answer } from '#contract/client'
import type { Handlers, Outcome, Refusal } from '#contract/server'
import { reads } from '#contract/terms/power'

type AllHandlers = Handlers<'public', 'user', 'member', 'operator'>

// The compiler checks these expectations (`npm run types`); at run time they do nothing.
describe('the types of rows', () => {
  it('happy: a row without errors and auth has the failures of every call and needs no session', () => {
    const shape = { input: z.object({}), output: z.object({}) }
    const row = call({ name: 'test', summary: '', path: 'test', power: reads('none'), ...shape })
    expectTypeOf<ErrorOf<typeof row>>().toEqualTypeOf<'invalid_input' | 'too_many_requests' | 'busy'>()
    expectTypeOf(row.auth).toEqualTypeOf<'none'>()
  })

  it('happy: a row that needs a session may also answer the failures of a session', () => {
    expectTypeOf<ErrorOf<Calls['logout']>>().toEqualTypeOf<
      'invalid_input' | 'too_many_requests' | 'busy' | 'not_signed_in' | 'terms_due' | 'factor_due'
    >()
  })

  it('error: a missing handler does not compile', () => {
    expectTypeOf<AllHandlers>().toExtend<AllHandlers>()
    expectTypeOf<Omit<AllHandlers, 'checkLogin'>>().not.toExtend<AllHandlers>()
  })

  it('error: a handler that answers an undeclared failure does not compile', () => {
    expectTypeOf<Refusal<'invalid_input'>>().toExtend<Outcome<Calls['checkLogin']>>()
    expectTypeOf<Refusal<'code_wrong'>>().not.toExtend<Outcome<Calls['checkLogin']>>()
  })

  it('error: only a row with needsOneOf is rejected before a request', () => {
    expectTypeOf<{ code: 'rejected' }>().toExtend<Pick<Answer<Calls['passwordLogin']> & { ok: false }, 'code'>>()
    expectTypeOf<{ code: 'rejected' }>().not.toExtend<Pick<Answer<Calls['emailLogin']> & { ok: false }, 'code'>>()
  })
})
