import { operations, type ServiceOf, type StorageOf } from '#account-api/kernel/service'
import type * as moving from '#account-api/moving/service'
import type { DeskSessionStore } from './desk/desk-session-store'
import type { OperatorStore } from './desk/operator-store'
import type { OperatorKeyStore } from './keys/key-store'
import type { SearchStore } from './people/search-store'
import type { DeliveryStore } from './webhooks/delivery-store'
import type { TurnStore } from './webhooks/turn-store'
import type { WebhookStore } from './webhooks/webhook-store'

export type Deployment = moving.Deployment

export interface Stores extends moving.Stores {
  deployment: Deployment
  operatorKeys: OperatorKeyStore
  operators: OperatorStore
  deskSessions: DeskSessionStore
  webhooks: WebhookStore
  turns: TurnStore
  deliveries: DeliveryStore
  search: SearchStore
}

export type Transaction = Stores & moving.Transaction

export type Storage = StorageOf<Stores, Transaction>

export type Service = ServiceOf<Stores, Transaction>

export const inTransaction = operations<Stores, Transaction>()
