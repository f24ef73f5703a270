import type { FetchPicture } from '#account-api/accounts/pictures/kinds'
import { operations, type RuleOf, type ServiceOf } from '#account-api/kernel/service'
import type * as organisations from '#account-api/organisations/service'

export interface Deployment extends organisations.Deployment {
  fetchPicture: FetchPicture
}

export interface Stores extends organisations.Stores {
  deployment: Deployment
}

export type Transaction = Stores & organisations.Transaction

export type Service = ServiceOf<Stores, Transaction>

export type Rule<Input, Result> = RuleOf<Transaction, Input, Result>

export const inTransaction = operations<Stores, Transaction>()
