import { days, hours, minutes, seconds } from '#account-api/kernel/time'

/**
 * Why nothing is sent. `failing`: no attempt succeeded for days. `gone`: the receiver answered 410. `restored`: the
 * webhook was removed after the backup that was restored.
 */
export type DisabledBecause = 'operator' | 'failing' | 'gone' | 'restored'

/** An address that is notified of events. */
export interface Webhook {
  id: string
  /**
   * Null: the operator's, which is notified of all events. An organisation's webhook is notified of that organisation's
   * log only.
   */
  organisationId: string | null
  /** The client that gets signals about people, as Security Event Tokens. Null: it gets events. */
  clientId: string | null
  url: string
  /** Names of events, or their beginnings followed by `*`. */
  events: readonly string[]
  sealed: string
  sealedBy: string
  /** Until when the previous secret also signs. */
  previousUntil: number | null
  createdAt: number
  disabledAt: number | null
  disabledBecause: DisabledBecause | null
  /** How many times in a row all attempts failed. */
  failures: number
  failingSince: number | null
  /** The answer to the last failed attempt. */
  answer: string | null
  /** When an attempt last succeeded. */
  answeredAt: number | null
}

export const webhookRule = {
  lookEveryMs: seconds(1),
  /** Limits of this process. */
  room: { atOnce: 20, ofOrganisationsAtOnce: 10, ofOneOrganisationAtOnce: 2 },
  /** How many events are handed out in one transaction. */
  handedOutAtOnce: 100,
  /** How many batches one look hands out before it sends. */
  batchesOfALook: 20,
  /** How many deliveries to one webhook run at the same time. */
  deliveriesAtOnce: 10,
  /** The time limit of one request: the lookup, the connection and the answer. */
  attemptMs: seconds(15),
  /** After this time, other webhooks get a turn. */
  turnMs: seconds(30),
  /** Renewed before each batch, so it lasts longer than one. */
  claimMs: minutes(1),
  /** The waits after each failed attempt; the last one is repeated. */
  retriesMs: [
    ...[seconds(5), minutes(5), minutes(30), hours(2), hours(5)],
    ...[hours(10), hours(14), hours(20), hours(24)],
  ] as readonly number[],
  /** Each wait is randomly shorter or longer, by at most this share. */
  jitter: 0.2,
  /** A delivery that fails at this age becomes a dead letter. */
  worthMs: days(3),
  /** The first pause of a webhook after all attempts of a batch failed. It doubles. */
  firstRestMs: seconds(5),
  mostRestMs: minutes(10),
  /** The longest Retry-After that is respected. */
  mostWishedMs: hours(24),
  /** A webhook that has failed for this long is switched off. */
  failingMs: days(5),
  /** How long both secrets sign after a rotation. */
  bothSecretsMs: hours(24),
  mostOfOperator: 20,
  mostOfOrganisation: 5,
}
