import type { FetchPicture } from '#account-api/accounts/pictures/kinds'
import { operations, type RuleOf, type ServiceOf } from '#account-api/kernel/service'
import type * as organisations from '#account-api/organisations/service'

export interface Setting extends organisations.Setting {
  fetchPicture: FetchPicture
}

export type Stores = organisations.Stores

export type Transaction = organisations.Transaction

export type Service = ServiceOf<Setting, Stores, Transaction>

export type Rule<Input, Result> = RuleOf<Setting, Transaction, Input, Result>

export const inTransaction = operations<Setting, Stores, Transaction>()
