import type * as closing from '#account-api/closing/service'
import { operations, type ServiceOf } from '#account-api/kernel/service'
import type { PeopleStore } from './people/people-store'

export type Setting = closing.Setting

export interface Stores extends closing.Stores {
  importedPeople: PeopleStore
}

export type Transaction = Stores & closing.Transaction

export type Service = ServiceOf<Setting, Stores, Transaction>

export const inTransaction = operations<Setting, Stores, Transaction>()
