import { newId } from '#account-api/kernel/random'

/**
 * Who did an act. `account`: the person of the session, or who signed in by the act. `visitor`: nobody is signed in.
 * `application`: a client, for its person. `system`: a job.
 */
export type Actor = 'account' | 'visitor' | 'application' | 'operator' | 'system'

/** The outcome of an act: `ok`, or the name of its error. */
export type EventOutcome = 'ok' | (string & {})

/** An act, as readers of events see it. It has no address of a person, and no secret. */
export interface Event {
  /** Sorts by time. */
  id: string
  at: number
  /** The call of the contract, the command of the operator, or the work of a job. */
  call: string
  actor: Actor
  /** The account concerned: the actor, if that is an account. */
  accountId: string | null
  organisationId: string | null
  /** The public id of the changed object in an organisation. */
  target: string | null
  /** The application that made the call, or the client that acts for a person. */
  client: string | null
  outcome: EventOutcome
  reason: string | null
  logId: string
  /** The keyed hash of the client address. Null: the act has none. */
  addressHash: string | null
  /** The name of the browser, if known. */
  browser: string
  /** The kinds of the act in the activity of its accounts. */
  kinds: readonly string[]
  /** The act in the organisation's log. Null: it is not in the log. */
  organisationAct: string | null
  /** The acting member's public id in the organisation. Empty: an operator, or the account API. */
  organisationActor: string | null
}

/** A running act. Facts are added as they become known. */
export interface Act extends Omit<Event, 'outcome'> {
  /** True once its event is in the database. */
  isWritten: boolean
  /** True once a rule has done it, whether or not it has an event. */
  isDone?: true
  /** True when the call was repeated and got the earlier answer. */
  isRepeated?: true
  /** The account of the call's session. */
  signedInAs?: string | undefined
  /** The way in which a session has begun. */
  way?: string | undefined
  /** The kind of address to which a code was requested. */
  channel?: string | undefined
}

type Begun = Pick<Event, 'call' | 'actor'> & Partial<Omit<Event, 'id' | 'outcome'>>

export const beginAct = (begun: Begun): Act => {
  const { at = Date.now() } = begun
  return {
    id: newId(at),
    at,
    accountId: null,
    organisationId: null,
    target: null,
    client: null,
    reason: null,
    logId: '',
    addressHash: null,
    browser: '',
    kinds: [],
    organisationAct: null,
    organisationActor: null,
    ...begun,
    isWritten: false,
  }
}

export const eventOf = (act: Act, outcome: EventOutcome): Event => {
  const { isWritten: _, isDone: _done, isRepeated: _repeated, signedInAs, way: _way, channel: _channel, ...event } = act
  return { ...event, accountId: event.accountId ?? signedInAs ?? null, outcome }
}
