import type * as addresses from '#account-api/addresses/service'
import { operations, type RuleOf, type ServiceOf } from '#account-api/kernel/service'
import type { ReturnAddressStore } from './host-app/return-address-store'
import type { QrCodeStore } from './qr-codes/qr-code-store'

export interface Deployment extends addresses.Deployment {
  /** The schemes of the host apps that deep links may use. */
  appSchemes: ReadonlySet<string>
}

export interface Stores extends addresses.Stores {
  deployment: Deployment
  qrCodes: QrCodeStore
  returnAddresses: ReturnAddressStore
}

export type Transaction = Stores & addresses.Transaction

export type Service = ServiceOf<Stores, Transaction>

export type Rule<Input, Result> = RuleOf<Transaction, Input, Result>

export const inTransaction = operations<Stores, Transaction>()
