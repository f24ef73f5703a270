import { days, hours, minutes, seconds } from '#account-api/kernel/time'

/**
 * Why nothing is sent. `failing`: no attempt went well for days. `gone`: the receiver answered 410. `restored`: a backup
 * was restored, in which a webhook that was removed since is there again.
 */
export type DisabledBecause = 'operator' | 'failing' | 'gone' | 'restored'

/** An address that is notified of events. */
export interface Webhook {
  id: string
  /** Null: of the operator, who is notified of all events. An organisation is notified of its own log only. */
  organisationId: string | null
  url: string
  /** Names of events, or their beginnings with a `*` behind. */
  events: readonly string[]
  sealed: string
  sealedBy: string
  /** Until then the secret before the present one signs too. */
  previousUntil: number | null
  createdAt: number
  disabledAt: number | null
  disabledBecause: DisabledBecause | null
  /** How often in a row nothing went well. */
  failures: number
  failingSince: number | null
  /** The answer to the last failed attempt. */
  answer: string | null
  /** When an attempt last went well. */
  answeredAt: number | null
}

export const webhookRule = {
  lookEveryMs: seconds(1),
  /** Of this process. */
  room: { atOnce: 20, ofOrganisationsAtOnce: 10, ofOneOrganisationAtOnce: 2 },
  /** Events that are handed out in one transaction. */
  handedOutAtOnce: 100,
  /** A look hands out so many times before it sends. */
  batchesOfALook: 20,
  /** Deliveries to one webhook at the same time. */
  deliveriesAtOnce: 10,
  /** All of one request: the look-up, the connection and the answer. */
  attemptMs: seconds(15),
  /** After that long, a webhook gives its place to others. */
  turnMs: seconds(30),
  /** Renewed before each batch, so it lasts longer than one. */
  claimMs: minutes(1),
  /** The waits after each failed attempt; the last one comes again. */
  retriesMs: [
    ...[seconds(5), minutes(5), minutes(30), hours(2), hours(5)],
    ...[hours(10), hours(14), hours(20), hours(24)],
  ] as readonly number[],
  /** Each wait is so much shorter or longer by chance, at most. */
  jitter: 0.2,
  /** A delivery that fails at this age is a dead letter. */
  worthMs: days(3),
  /** The pause of a webhook whose attempts all failed. It doubles. */
  firstRestMs: seconds(5),
  mostRestMs: minutes(10),
  /** The longest Retry-After that is followed. */
  mostWishedMs: hours(24),
  /** A webhook that has failed for so long is switched off. */
  failingMs: days(5),
  /** After a rotation, both secrets sign for so long. */
  bothSecretsMs: hours(24),
  mostOfOperator: 20,
  mostOfOrganisation: 5,
}
