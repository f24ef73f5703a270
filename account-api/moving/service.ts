import type * as closing from '#account-api/closing/service'
import { operations, type ServiceOf } from '#account-api/kernel/service'
import type { PeopleStore } from './people/people-store'

export type Setting = closing.Setting

export interface Stores extends closing.Stores {
  setting: Setting
  importedPeople: PeopleStore
}

export type Transaction = Stores & closing.Transaction

export type Service = ServiceOf<Stores, Transaction>

export const inTransaction = operations<Stores, Transaction>()
