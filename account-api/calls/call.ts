import { endReplaced, TooManySignIns } from '#account-api/accounts/sessions/session'
import { type CallRequest, header } from '#account-api/http/raw-request'
import type { CallAnswer } from '#account-api/http/reply'
import { comesFrom } from '#account-api/kernel/current-call'
import { once } from '#account-api/kernel/request-keys/request-key'
import { secondsUntil } from '#account-api/kernel/time'
import { tellOperators } from '#account-api/operator/desk/tell-operators'
import { noteActive } from '#account-api/organisations/members/active'
import { NoTurn } from '#account-api/verification/hashing/hash-queue'
import type { Call } from '#contract/call'
import { refuse } from '#contract/server'
import { headerNames } from '#contract/wire/headers'
import { actChecks, checks, recordedChecks } from './checks'
import { type CallSoFar, judge, newCall } from './checks/check'
import { busy } from './checks/room'
import { contextOf, fromOf } from './context'
import { cookiesAfter, type SessionChange } from './cookies'
import { handlers } from './handlers'
import { logged, reasonIn } from './operator-log'
import type { Recording } from './recording'

type LooseOutcome = CallAnswer['outcome']

/** Handlers are typed row by row. Only the code that runs them all needs this loose type. */
type LooseHandlers = Record<string, ((input: object, context: object) => Promise<LooseOutcome>) | undefined>

export type Answering = CallSoFar['options'] & { recording: Recording }

interface Asked {
  row: Call
  request: CallRequest
  /** Aborted when the client disconnects. A call that waits for a password hash is then dropped. */
  left?: AbortSignal
}

/** Answers one call: runs the checks in their order, and then the row's handler. */
export const answerCall = (options: Answering, { row, request, left }: Asked): Promise<CallAnswer> => {
  const { recording } = options
  const call = newCall({ options, row, request, service: { ...options.service, ...(left && { left }) } })
  const answer = async (): Promise<CallAnswer> => {
    const change: SessionChange = {}
    const outcome = (await judge(call, checks)) ?? (await recorded(recording, call, () => carryOut(call, change)))
    const { cookies, session, service } = call
    return { outcome, setCookies: cookies ? cookiesAfter(service.deployment, { cookies, session }, change) : [] }
  }
  return row.auth === 'operator' ? logged(call, answer) : recording.call({ row, request }, answer)
}

/** Carries out a call that passed its checks. The act of an operator is recorded together with its refusal. */
const recorded = (recording: Recording, call: CallSoFar, act: () => Promise<LooseOutcome>): Promise<LooseOutcome> => {
  const { row, by, fields, request, clientAddress } = call
  if (row.auth !== 'operator' || !by) return act()
  const acts = { row, by, reason: reasonIn(fields), logId: request.id, clientAddress }
  return recording.operator(acts, async () => (await judge(call, recordedChecks)) ?? (await act()))
}

/** Carries out a call once, and ends the session that a new one replaces. */
const carryOut = async (call: CallSoFar, change: SessionChange): Promise<LooseOutcome> => {
  const { service, row, request, input, account, session, by } = call
  const who = account?.id ?? by?.userId ?? by?.keyId ?? by?.name ?? ''
  const from = fromOf(call)
  if (!by) comesFrom(from)
  const key = row.once && who !== '' ? header(request, headerNames.requestKey) : ''
  const outcome = await once(service, { key, by: who, call: row.name, input }, () => act(call, change)).catch(
    (error: unknown): LooseOutcome => {
      if (error instanceof NoTurn) return busy()
      if (!(error instanceof TooManySignIns)) throw error
      return refuse('too_many_requests', { retry_after: secondsUntil(service.deployment, error.until) })
    },
  )
  const { opened } = change
  if (opened && session && input.aff_multi_login !== 1) await endReplaced(service, { session, by: opened, from })
  return outcome ?? (by ? refuse('internal', 'The same request is still under way.') : busy())
}

const act = async (call: CallSoFar, change: SessionChange): Promise<LooseOutcome> => {
  const { service, row, input, acting, by } = call
  const unproven = await judge(call, actChecks)
  if (unproven) return unproven
  if (acting) await noteActive(service, acting)
  const outcome = await (handlers as LooseHandlers)[row.name]?.(input, contextOf(call, change))
  if (!outcome) throw new Error(`no handler of ${row.name}`)
  if (by && outcome.ok) await tellOperators(service, { call: row.name, input, by })
  return outcome
}
