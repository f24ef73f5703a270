export interface NonceStore {
  /** True for a nonce that is new. False for a known one, and for one from before the memory of nonces begins. */
  add(nonce: string, signature: { signedAt: number; expiresAt: number }): Promise<boolean>
}
