import type { z } from 'zod'
import type { OperatorCall } from '#contract/call'
import type { OperatorCallName, OperatorCalls } from '#contract/operator/operator-calls'
import type { OperatorRefusal, Outcome } from '#contract/server'
import { inputFault } from '#contract/wire/input'

type OperatorOnDesk = z.output<OperatorCalls['showOperator']['output']>

type AnyOutcome = { ok: true; data: Record<string, unknown> } | OperatorRefusal

const usualOperator: OperatorOnDesk = {
  name: 'operator_lin',
  holder: 'Lin Xia',
  scopes: ['all'],
  user_id: '01998f4e-1111-7000-8000-000000000001',
  expires_at: '2026-11-26T20:00:00.000Z',
  factor_until: '2999-11-26T20:00:00.000Z',
}

export const keyRefused: OperatorRefusal = {
  ...{ ok: false, code: 'key_refused' },
  description: 'This operator key is unknown, expired or revoked.',
}

/** The calls of the operator, with answers from the test. */
export const operatorAnswers = () => {
  const answering = new Map<string, (input: Record<string, unknown>) => AnyOutcome>()
  const received: { name: string; input: Record<string, unknown> }[] = []

  /** Decides the answer of a call from now on. */
  const answer = <Name extends OperatorCallName>(
    name: Name,
    outcome: (input: Record<string, unknown>) => Outcome<OperatorCalls[Name]>,
  ): void => {
    answering.set(name, outcome as (input: Record<string, unknown>) => AnyOutcome)
  }

  return {
    received,
    answer,
    outcomeOf: ({ name, input: type }: OperatorCall, raw: Record<string, unknown>): AnyOutcome => {
      const input = type.safeParse(raw)
      received.push({ name, input: input.data ?? raw })
      if (!input.success) return { ok: false, code: 'invalid_input', description: inputFault(input.error) }
      const answer = answering.get(name)
      if (!answer) throw new Error(`The test decides no answer of ${name}`)
      return answer(input.data)
    },
    reset: () => {
      answering.clear()
      received.length = 0
    },
    /** Lets an operator be the one who asks: by default one with every scope. */
    be: (operator: Partial<OperatorOnDesk> = {}): void =>
      answer('showOperator', () => ({ ok: true, data: { ...usualOperator, ...operator } })),
  }
}
