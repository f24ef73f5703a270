import type { Setting } from './setting'
import type { Storage, Transaction } from './stores'

/** What an operation of the account API starts with: the setting of the rules, and the storage. */
export interface Service {
  setting: Setting
  storage: Storage
  /** Aborted when whoever asked has left. Only work that has not begun is dropped then. */
  left?: AbortSignal
}

/** A rule that runs in one transaction. It gets the stores of that transaction, and cannot reach the storage. */
export type Rule<Input, Result> = (setting: Setting, stores: Transaction, input: Input) => Promise<Result>

/** Turns a rule into an operation: each call is one transaction. */
export const inTransaction =
  <Input, Result>(rule: Rule<Input, Result>) =>
  ({ setting, storage }: Service, input: Input): Promise<Result> =>
    storage.transaction((stores) => rule(setting, stores, input))
