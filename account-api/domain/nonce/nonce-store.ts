export interface NonceStore {
  /** True the first time that this nonce is seen, and false for one that may have been seen before what is remembered. */
  add(nonce: string, signature: { signedAt: number; expiresAt: number }): Promise<boolean>
}
