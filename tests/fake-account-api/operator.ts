import { randomUUID } from 'node:crypto'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import type { z } from 'zod'
import { type Method, routeOf } from '#contract/call'
import { carriedBy, type OperatorCall } from '#contract/operator/operator-call'
import { allOperatorCalls, type OperatorCallName, type OperatorCalls } from '#contract/operator/operator-calls'
import { inputFault, type OperatorOutcome, type OperatorRefusal, operatorWire } from '#contract/operator/operator-wire'
import { readInput } from '#contract/wire/input'

type OperatorOnDesk = z.output<OperatorCalls['showOperator']['output']>

type AnyOutcome = { ok: true; data: object } | OperatorRefusal

const usualOperator: OperatorOnDesk = {
  name: 'operator_lin',
  holder: 'Lin Xia',
  scopes: ['all'],
  user_id: '01998f4e-1111-7000-8000-000000000001',
  expires_at: '2026-11-26T20:00:00.000Z',
  factor_until: '2999-11-26T20:00:00.000Z',
}

/** The calls of the operator, whose answers a test decides. The keys, the inputs and the wire are those of the contract. */
export const operatorAnswers = ({ url, key }: { url: string; key: string }) => {
  const answering = new Map<string, (input: Record<string, unknown>) => AnyOutcome>()
  const received: { name: string; input: Record<string, unknown> }[] = []

  const outcomeOf = async (row: OperatorCall, request: Request, params: object): Promise<AnyOutcome> => {
    if (request.headers.get('authorization') !== `Bearer ${key}`)
      return { ok: false, code: 'key_refused', description: 'This operator key is unknown, expired or revoked.' }
    const raw = await readInput(carriedBy(row), {
      method: request.method as Method,
      params: { ...params },
      query: Object.fromEntries(new URL(request.url).searchParams),
      contentType: request.headers.get('content-type') ?? '',
      body: Buffer.from(await request.arrayBuffer()),
    })
    const input = row.input.safeParse(raw)
    received.push({ name: row.name, input: input.data ?? raw })
    if (!input.success) return { ok: false, code: 'invalid_input', description: inputFault(input.error) }
    const answer = answering.get(row.name)
    if (!answer) throw new Error(`The test decides no answer of ${row.name}`)
    return answer(input.data)
  }

  const handlers = allOperatorCalls.map((row) =>
    http[row.method === 'GET' ? 'get' : 'post'](url + routeOf(row.path), async ({ request, params }) => {
      const { status, body } = operatorWire.seal(await outcomeOf(row, request, params), randomUUID())
      return Response.json(body, { status })
    }),
  )

  /** Decides the answer of a call from now on. */
  const answerCall = <Name extends OperatorCallName>(
    name: Name,
    outcome: (input: Record<string, unknown>) => OperatorOutcome<OperatorCalls[Name]>,
  ): void => {
    answering.set(name, outcome as (input: Record<string, unknown>) => AnyOutcome)
  }

  return {
    handlers,
    received,
    reset: () => {
      answering.clear()
      received.length = 0
    },
    answer: answerCall,
    /** Lets an operator be the one who asks: by default one with every scope. */
    be: (operator: Partial<OperatorOnDesk> = {}): void =>
      answerCall('showOperator', () => ({ ok: true, data: { ...usualOperator, ...operator } })),
  }
}

/** An account API that answers calls of the operator alone. */
export const createOperatorFake = (place: { url: string; key: string }) => {
  const { handlers, ...answers } = operatorAnswers(place)
  const server = setupServer(...handlers)
  return { ...answers, start: () => server.listen({ onUnhandledRequest: 'error' }), stop: () => server.close() }
}
