import type { Setting } from './setting'
import type { Storage, Transaction } from './stores'

/** What an operation of the account API starts with: what the rules know of the world, and the storage. */
export interface Service {
  setting: Setting
  storage: Storage
}

/** A rule that runs in one transaction. It is given the stores of that transaction: the storage is not in its reach. */
export type Rule<Input, Result> = (setting: Setting, stores: Transaction, input: Input) => Promise<Result>

/** Makes an operation of a rule: each call of it is one transaction. */
export const inTransaction =
  <Input, Result>(rule: Rule<Input, Result>) =>
  ({ setting, storage }: Service, input: Input): Promise<Result> =>
    storage.transaction((stores) => rule(setting, stores, input))
