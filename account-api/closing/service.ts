import type * as applications from '#account-api/applications/service'
import { operations, type RuleOf, type ServiceOf, type StorageOf } from '#account-api/kernel/service'
import type { CancellationStore } from './cancellation/cancellation-store'
import type { ExportStore } from './export/export-store'

export type Deployment = applications.Deployment

export interface Stores extends applications.Stores {
  deployment: Deployment
  cancellations: CancellationStore
  exports: ExportStore
}

export type Transaction = Stores & applications.Transaction

export type Storage = StorageOf<Stores, Transaction>

export type Service = ServiceOf<Stores, Transaction>

export type Rule<Input, Result> = RuleOf<Transaction, Input, Result>

export const inTransaction = operations<Stores, Transaction>()
