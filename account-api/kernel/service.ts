import type { Policy } from '#settings/policy/policy'
import type { EventStore } from './events/event-store'
import { type Marked, mark } from './events/mark'
import type { BucketStore } from './limits/bucket-store'
import type { CounterStore } from './limits/counter-store'
import type { TryStore } from './limits/try-store'
import type { NonceStore } from './nonces/nonce-store'
import type { Channel, Compose } from './outbox/message'
import type { OutboxStore } from './outbox/outbox-store'
import type { UndeliveredStore } from './outbox/undelivered-store'
import type { RequestKeyStore } from './request-keys/request-key-store'
import type { TicketStore } from './tickets/ticket-store'

/** What all rules of a deployment share: a clock, secrets, channels, the policy and the public URL. */
export interface Deployment {
  /** The time in milliseconds since the epoch. */
  now(): number
  /**
   * The key ring, from which a key is derived for each use. The first secret makes keyed hashes, and every secret
   * verifies them. At least one secret, each of at least 32 bytes.
   */
  secrets: readonly string[]
  compose: Compose
  policy: Policy
  /** The public URL of the web app. Links in messages start with it. */
  publicUrl: string
  /** The application of these settings. It is at `publicUrl`, and belongs to the operator. */
  application: { aid: string; names: Record<'en' | 'zh-Hans', string> }
  /** The channels that can deliver a message. */
  channels: readonly Channel[]
  /** The fixed codes of reserved identifiers, by identifier. They get no messages. */
  testCodes: ReadonlyMap<string, string>
  /** Writes a warning for the operator into the log. */
  warn(fields: object, message: string): void
}

/**
 * The deployment and the stores that a rule works with. Outside of a transaction, each call of a store commits separately.
 * Times are in milliseconds.
 */
export interface Stores {
  deployment: Deployment
  tickets: TicketStore
  counters: CounterStore
  buckets: BucketStore
  tries: TryStore
  nonces: NonceStore
  requestKeys: RequestKeyStore
  outbox: OutboxStore
  events: EventStore
  undelivered: UndeliveredStore
}

/**
 * The stores of one transaction. A rule that needs a transaction takes this type, which the storage does not satisfy.
 */
export interface Transaction extends Stores, Marked {}

/** The deployment and stores of a context, with its transactions. */
export type StorageOf<Own, InTransaction> = Own & {
  /**
   * Runs work in one transaction. If it throws, the transaction is rolled back. PostgreSQL may roll it back because of
   * another transaction. Then the work runs again, so it may only read and write the stores.
   */
  transaction<Result>(work: (stores: InTransaction) => Promise<Result>): Promise<Result>
}

/** The first argument of every operation. */
export interface ServiceOf<Own extends { deployment: unknown }, InTransaction> {
  deployment: Own['deployment']
  storage: StorageOf<Own, InTransaction>
  /** Aborted when the caller disconnects. Only work that has not begun is dropped then. */
  left?: AbortSignal
}

export type Storage = StorageOf<Stores, Transaction>

export type Service = ServiceOf<Stores, Transaction>

/** A rule that runs in one transaction. It has no access to the storage. */
export type RuleOf<InTransaction, Input, Result> = (stores: InTransaction, input: Input) => Promise<Result>

/** Makes a context's function that turns rules into operations. Each call of an operation is one transaction. */
export const operations =
  <Own extends { deployment: unknown }, InTransaction>() =>
  <Input, Result>(rule: RuleOf<InTransaction, Input, Result>) =>
  ({ storage }: ServiceOf<Own, InTransaction>, input: Input): Promise<Result> =>
    storage.transaction((stores) => rule(stores, input))

/** Makes the only write of an act, in a transaction. */
export const markedWrite = <Own extends { deployment: unknown }, InTransaction extends Marked, Answer>(
  { storage }: ServiceOf<Own, InTransaction>,
  write: (stores: InTransaction) => Promise<Answer>,
): Promise<Answer> => storage.transaction((stores) => mark(stores, write(stores)))
