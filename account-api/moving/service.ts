import type * as closing from '#account-api/closing/service'
import { operations, type ServiceOf } from '#account-api/kernel/service'
import type { PeopleStore } from './people/people-store'

export type Deployment = closing.Deployment

export interface Stores extends closing.Stores {
  deployment: Deployment
  importedPeople: PeopleStore
}

export type Transaction = Stores & closing.Transaction

export type Service = ServiceOf<Stores, Transaction>

export const inTransaction = operations<Stores, Transaction>()
