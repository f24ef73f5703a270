export interface ReturnAddressStore {
  insert(kept: { handleHash: string; address: string; expiresAt: number }): Promise<void>
  /** Undefined for one that has expired. */
  find(handleHash: string, at: number): Promise<string | undefined>
}
