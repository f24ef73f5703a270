import type { ServiceOf, StorageOf } from '../kernel/service'
import type * as moving from '../moving/service'
import type { OperatorKeyStore } from './keys/key-store'

export type Setting = moving.Setting

export interface Stores extends moving.Stores {
  operatorKeys: OperatorKeyStore
}

export type Transaction = Stores & moving.Transaction

export type Storage = StorageOf<Stores, Transaction>

export type Service = ServiceOf<Setting, Stores, Transaction>
