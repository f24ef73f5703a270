import { currentCall } from '#account-api/kernel/current-call'
import { type Act, beginAct, eventOf } from './event'
import type { EventStore } from './event-store'

/** Facts about an act that a written row shows. */
interface Told {
  /** The act of a job. Without a call, it names the act. */
  kind?: string
  accountId?: string | null
  organisationId?: string
  target?: string
  /** The act in the organisation's log. */
  organisationAct?: string
  organisationActor?: string
  /** The way in which the account has signed in. */
  way?: string
}

type Method = (...given: never[]) => Promise<unknown>

/**
 * The store methods that show that an act was done, and the facts in their arguments. Undefined: the row belongs to no
 * act.
 */
export type Marks<Stores> = {
  [Name in keyof Stores]?: {
    [Of in keyof Stores[Name]]?: Stores[Name][Of] extends (...given: infer Given) => Promise<unknown>
      ? (...given: Given) => Told | undefined
      : never
  }
}

/**
 * Runs the work of a transaction, and writes the event of its act as the last statement. An act was done if one of the
 * marked rows was written and the rule did not refuse. Without a call, each transaction of a job is an act. Acts of
 * visitors without an account are not stored, because their number has no bound.
 * @returns also what to report after the commit, when the act counts as written
 */
export const withEvent = async <Stores extends { events: EventStore }, Result>(
  stores: Stores,
  marks: Marks<Stores>,
  work: (watched: Stores) => Promise<Result>,
): Promise<{ result: Result; written: Act | undefined }> => {
  const told: Told[] = []
  const result = await work(
    replace(stores, marks, (write, tell) => async (...given) => {
      const answer = await write(...given)
      const more = answer === false ? undefined : tell(...given)
      if (more) told.push(more)
      return answer
    }),
  )
  const act = told.length === 0 || isRefusal(result) ? undefined : actOf(told)
  if (!act || act.isWritten) return { result, written: undefined }
  await stores.events.insert(eventOf(act, 'ok'))
  return { result, written: act }
}

/** Stores outside of a transaction. A row that marks the current act is written in a transaction, with the event. */
export const withActs = <Stores extends object, InOne extends Stores>(
  stores: Stores,
  marks: Marks<InOne>,
  inOne: <Result>(work: (stores: InOne) => Promise<Result>) => Promise<Result>,
): Stores =>
  replace(stores, marks as Marks<Stores>, (write, tell, { store, method }) => async (...given) => {
    const act = currentCall.getStore()?.act
    const isOfAct = act !== undefined && !act.isWritten && isKept(act) && tell(...given) !== undefined
    if (!isOfAct) return write(...given)
    return inOne(
      (one) => (one as unknown as Record<string, Record<string, Method>>)[store]?.[method]?.(...given) as never,
    )
  })

const isRefusal = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'ok' in result && result.ok === false

const isKept = ({ accountId, signedInAs, organisationId, actor }: Act): boolean =>
  actor === 'system' || (accountId ?? signedInAs ?? organisationId ?? undefined) !== undefined

const actOf = (told: readonly Told[]): Act | undefined => {
  const first = <Key extends keyof Told>(key: Key) => told.map((each) => each[key]).find((value) => value !== undefined)
  const call = currentCall.getStore()
  const ofJob = first('kind')
  const act = call ? call.act : ofJob && beginAct({ call: ofJob, actor: 'system' })
  if (!act) return undefined
  act.accountId ??= first('accountId') ?? null
  act.organisationId ??= first('organisationId') ?? null
  act.target ??= first('target') ?? null
  const logged = told.find(
    ({ organisationAct, organisationId }) => organisationAct && organisationId === act.organisationId,
  )
  act.organisationAct = logged?.organisationAct ?? null
  act.organisationActor = logged?.organisationActor ?? null
  act.way = first('way')
  if (act.way !== undefined) act.actor = 'account'
  return isKept(act) ? act : undefined
}

type Tell = (...given: never[]) => Told | undefined

const replace = <Stores extends object>(
  stores: Stores,
  marks: Marks<Stores>,
  by: (write: Method, tell: Tell, place: { store: string; method: string }) => Method,
): Stores => {
  const replaced: Record<string, unknown> = Object.fromEntries(Object.entries(stores))
  for (const [store, methods] of Object.entries(marks) as [string, Record<string, Tell>][]) {
    const before = replaced[store] as Record<string, Method>
    const after = Object.entries(methods).flatMap(([method, tell]) => {
      const write = before[method]
      return write ? [[method, by(write, tell, { store, method })]] : []
    })
    replaced[store] = { ...before, ...Object.fromEntries(after) }
  }
  return replaced as Stores
}
