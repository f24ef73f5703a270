export interface ReturnAddressStore {
  insert(kept: { handleHash: string; address: string; expiresAt: number }): Promise<void>
  /** Undefined when the handle is unknown or has expired. */
  find(handleHash: string, at: number): Promise<string | undefined>
}
