export const signingAlgorithms = ['RS256', 'ES256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** A key that signs tokens. */
export interface SigningKeyRecord {
  /** The kid of the protocol. */
  id: string
  algorithm: SigningAlgorithm
  /** Keys of one algorithm are numbered from 1. */
  generation: number
  sealed: string
  signsFrom: number
}

export interface SigningKeyStore {
  all(): Promise<SigningKeyRecord[]>
  /** Stores a key, unless another copy has made the one of this generation. */
  insert(key: SigningKeyRecord): Promise<void>
  /** Stores a key as another secret has sealed it. */
  reseal(id: string, sealed: string): Promise<void>
  delete(id: string): Promise<void>
}
