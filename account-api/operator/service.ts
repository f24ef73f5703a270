import type * as closing from '../closing/service'
import { operations, type ServiceOf, type StorageOf } from '../kernel/service'
import type { OperatorKeyStore } from './keys/key-store'

export type Setting = closing.Setting

export interface Stores extends closing.Stores {
  operatorKeys: OperatorKeyStore
}

export type Transaction = Stores & closing.Transaction

export type Storage = StorageOf<Stores, Transaction>

export type Service = ServiceOf<Setting, Stores, Transaction>

export const inTransaction = operations<Setting, Stores, Transaction>()
