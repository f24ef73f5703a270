import { currentCall } from '#account-api/kernel/current-call'
import { type Act, beginAct, eventOf } from './event'
import type { EventStore } from './event-store'

/** What a rule knows of the act that it has done. The call knows the rest. */
export interface Mark {
  /** The kind of the act in an activity. Without a call, it names the act. */
  kind?: string
  accountId?: string | null
  organisationId?: string
  target?: string
  /** The act in the organisation's log. */
  organisationAct?: string
  organisationActor?: string
  /** In which way the account has signed in. */
  way?: string
}

/** A transaction, with the marks of the act that it carries out. */
export interface Marked {
  readonly marks: Mark[]
}

/**
 * Makes the write by which an act is done. The transaction then writes the event of the act as its last statement.
 * @returns the answer of the write. False: it has found nothing to do, so nothing was done
 */
export const mark = async <Answer>({ marks }: Marked, write: Promise<Answer>, known: Mark = {}): Promise<Answer> => {
  const answer = await write
  if (answer === false) return answer
  marks.push(known)
  const act = currentCall.getStore()?.act
  if (act) act.isDone = true
  return answer
}

/**
 * Writes the event of the act that a transaction has done. Without a call, each transaction of a job is an act. A
 * refusal is no act. Acts of visitors without an account are not stored, because their number has no bound.
 * @returns the act to report after the commit: it counts as written then
 */
export const writeEvent = async (
  { marks, events }: Marked & { events: EventStore },
  result: unknown,
): Promise<Act | undefined> => {
  const act = marks.length === 0 || isRefusal(result) ? undefined : actOf(marks)
  if (!act || act.isWritten) return undefined
  await events.insert(eventOf(act, 'ok'))
  return act
}

const isRefusal = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'ok' in result && result.ok === false

const isKept = ({ accountId, signedInAs, organisationId, actor }: Act): boolean =>
  actor === 'system' || (accountId ?? signedInAs ?? organisationId ?? undefined) !== undefined

const actOf = (marks: readonly Mark[]): Act | undefined => {
  const first = <Key extends keyof Mark>(key: Key) =>
    marks.map((each) => each[key]).find((value) => value !== undefined)
  const call = currentCall.getStore()
  const ofJob = first('kind')
  const act = call ? call.act : ofJob && beginAct({ call: ofJob, actor: 'system' })
  if (!act) return undefined
  act.accountId ??= first('accountId') ?? null
  act.organisationId ??= first('organisationId') ?? null
  act.target ??= first('target') ?? null
  const logged = marks.find(
    ({ organisationAct, organisationId }) => organisationAct && organisationId === act.organisationId,
  )
  act.organisationAct = logged?.organisationAct ?? null
  act.organisationActor = logged?.organisationActor ?? null
  act.way = first('way')
  act.kinds = [...new Set(marks.flatMap(({ kind }) => kind ?? []))]
  if (act.way !== undefined) act.actor = 'account'
  return isKept(act) ? act : undefined
}
