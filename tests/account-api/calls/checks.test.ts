import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { account } from '#account-api/calls/checks/account'
import { type CallSoFar, judge, newCall } from '#account-api/calls/checks/check'
import { formToken } from '#account-api/calls/checks/form-token'
import { fields, input } from '#account-api/calls/checks/input'
import { place } from '#account-api/calls/checks/place'
import { power } from '#account-api/calls/checks/power'
import { scope } from '#account-api/calls/checks/scope'
import { session } from '#account-api/calls/checks/session'
import { signature } from '#account-api/calls/checks/signature'
import { newFormToken } from '#account-api/calls/cookies'
import type { Operator } from '#account-api/operator/handling'
import { type Call, call } from '#contract/call'
import { calls } from '#contract/calls'
import { operatorCalls } from '#contract/operator/operator-calls'
import { refuse } from '#contract/server'
import { aliasOf } from '#contract/terms/aliases'
import { reads } from '#contract/terms/power'

const secrets = ['a secret of the deployment']
const now = 1_000_000
const profiles = new Map([['alive', { id: 'alive' }]])
/** Contains only what these checks read. A check that reads more fails. */
const service = {
  deployment: { secrets, now: () => now },
  storage: { accounts: { profile: async (id: string) => profiles.get(id) } },
} as never

interface Request {
  method?: string
  headers?: Record<string, string>
  values?: Record<string, unknown>
}

/** A call in this process, without other facts. */
const callOf = (
  row: Call,
  { method = row.method, headers = {}, values = {} }: Request,
  known: Partial<CallSoFar> = {},
) => {
  const request = { id: 'log', log: pino({ level: 'silent' }), method, headers, values, peerAddress: '192.0.2.7' }
  const options = { service, application: { aid: 'butterfly', keys: [] }, signatureClock: () => now }
  return { ...newCall({ options, service, row, request }), ...known }
}

const operatorOf = (more: Partial<Operator>): Operator => ({
  ...{ keyId: 'k', userId: null, name: 'desk', holder: 'Ann', scopes: ['all'], expiresAt: null },
  ...{ factorUntil: null, line: null, createdAt: null, ...more },
})

const row = call({
  name: 'test',
  summary: '',
  path: 'test',
  power: reads('none'),
  input: z.object({ code: z.string().max(6), sms_code: aliasOf('code', z.string()) }),
  output: z.object({}),
})

describe('a list of checks', () => {
  it('happy: each check sees what earlier checks have found', async () => {
    const asked = callOf(row, {})
    const seen: unknown[] = []
    const look = ({ clientAddress }: CallSoFar) => {
      seen.push(clientAddress)
      return {}
    }
    const checks = [() => ({ aid: 'one' }), ({ aid }: CallSoFar) => ({ clientAddress: `${aid} too` }), look]
    expect(await judge(asked, checks)).toBeUndefined()
    expect(seen).toEqual(['one too'])
  })

  it('error: the first refusal ends the list', async () => {
    const refused = refuse('not_signed_in', {})
    const never = () => expect.unreachable('after a refusal')
    expect(await judge(callOf(row, {}), [() => ({}), () => refused, never])).toBe(refused)
  })
})

describe('each check', () => {
  it('happy: an in-process call belongs to the application of the settings, and needs no signature', async () => {
    expect(await signature(callOf(row, {}))).toEqual({ aid: 'butterfly' })
    expect(await signature(callOf(operatorCalls.listKeys, {}))).toMatchObject({ by: { scopes: ['all'] } })
  })

  it('happy: session reads only a person’s cookies', async () => {
    const headers = { cookie: 'a=b' }
    expect(await session(callOf(row, { headers }))).toEqual({ cookies: new Map([['a', 'b']]), session: undefined })
    expect(await session(callOf(operatorCalls.listKeys, { headers }))).toEqual({})
  })

  it('security: formToken refuses a POST that does not repeat the token of its own session', () => {
    const token = newFormToken(secrets, 'session')
    const judged = (returned: string, sessionToken: string, method = 'POST') => {
      const cookies = new Map([
        ['passport_csrf_token', token],
        ['passport_session', sessionToken],
      ])
      return formToken(callOf(row, { method, headers: { 'x-csrf-token': returned } }, { cookies }))
    }
    expect(judged(token, 'session')).toEqual({})
    expect(judged('', 'session', 'GET')).toEqual({})
    const none = formToken(callOf(row, { headers: { 'x-csrf-token': '' } }, { cookies: new Map() }))
    for (const refused of [none, judged('', 'session'), judged(`${token}x`, 'session'), judged(token, 'another')])
      expect(refused).toMatchObject({ code: 'form_token_refused' })
  })

  it('security: scope refuses an operator with fewer scopes, and a factor that is no longer fresh', () => {
    const judged = (by: Partial<Operator>) => scope(callOf(operatorCalls.makeKey, {}, { by: operatorOf(by) }))
    expect(judged({})).toEqual({})
    expect(judged({ factorUntil: now + 1 })).toEqual({})
    expect(judged({ scopes: ['support'] })).toMatchObject({ code: 'scope_lacking' })
    expect(judged({ factorUntil: now })).toMatchObject({ code: 'factor_lacking' })
    expect(scope(callOf(row, {}))).toEqual({})
  })

  it('happy: input passes the parsed fields, under any of their names', async () => {
    const asked = callOf(row, { values: { sms_code: '1', other: 2 } })
    expect(await judge(asked, [fields, input])).toBeUndefined()
    expect(asked.input).toEqual({ code: '1' })
  })

  it('error: input names each invalid field, and the reason', async () => {
    const judged = (values: Record<string, unknown>, of: Call = row) => judge(callOf(of, { values }), [fields, input])
    const refused = (field: string, reason: string) => ({
      code: 'invalid_input',
      data: { fields: [{ field, reason }] },
    })
    expect(await judged({})).toMatchObject(refused('code', 'missing'))
    expect(await judged({ code: '1234567' })).toMatchObject(refused('code', 'invalid'))
    expect(await judged({ code: '1\0' })).toMatchObject(refused('code', 'invalid'))
    const sentence = { code: 'invalid_input', description: expect.stringContaining('name: ') }
    expect(await judged({ name: '\0' }, operatorCalls.makeKey)).toMatchObject(sentence)
  })

  it('security: account refuses a session whose account is missing or erased', async () => {
    const judged = (of: Call, accountId?: string) =>
      account(callOf(of, {}, { session: accountId === undefined ? undefined : ({ accountId } as never) }))
    expect(await judged(calls.accountInfo, 'alive')).toEqual({ account: { id: 'alive' } })
    for (const id of ['erased', undefined])
      expect(await judged(calls.accountInfo, id)).toMatchObject({ code: 'not_signed_in' })
    expect(await judged(row, 'erased')).toEqual({})
  })

  it('happy: place and power skip calls that need no sign-in', async () => {
    expect(await place(callOf(row, {}))).toEqual({})
    expect(await power(callOf(row, {}))).toEqual({})
    expect(await power(callOf(operatorCalls.listKeys, {}))).toEqual({})
  })
})
