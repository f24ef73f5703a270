import type { TransferState } from '../../../contract/transfers'

export type { TransferState }

/** One of the two people of a transfer. */
export interface TransferParty {
  identityId: string
  publicId: string
  /** The name by which the organisation knows them. */
  name: string
  accountId: string
  isFrozen: boolean
}

export interface TransferRecord {
  id: string
  publicId: string
  organisationId: string
  /** A pending one may have expired. */
  state: TransferState
  from: TransferParty
  to: TransferParty
  expiresAt: number
  /** From when on it can be accepted. Null: at once. */
  acceptFrom: number | null
}

export interface TransferStore {
  /** The database refuses a second pending transfer of an organisation. */
  insert(transfer: {
    id: string
    publicId: string
    organisationId: string
    from: string
    to: string
    at: number
    expiresAt: number
    acceptFrom: number | null
  }): Promise<void>
  /** The pending transfer of an organisation, which may have expired. */
  pending(organisationId: string): Promise<TransferRecord | undefined>
  newest(organisationId: string): Promise<TransferRecord | undefined>
  /** The pending transfers that make this account a manager, and that expire after this time. */
  offeredTo(accountId: string, at: number): Promise<{ organisationId: string; expiresAt: number }[]>
  /** The organisations whose pending transfers an account has started. */
  startedBy(accountId: string): Promise<string[]>
  /** The organisations that an account has handed over since this time. */
  handedOverBy(accountId: string, since: number): Promise<string[]>
  /** When an identity has handed its organisation over (`from`) or taken it over last, if that was after this time. */
  doneAt(
    identity: { organisationId: string; id: string },
    done: { as: 'from' | 'to'; since: number },
  ): Promise<number | undefined>
  end(id: string, state: Exclude<TransferState, 'pending'>, at: number): Promise<void>
  /** Replaces the manager of an organisation. False when it has another one than `from`. */
  replaceManager(organisationId: string, replaced: { from: string; to: string }): Promise<boolean>
}
