import type { Connection } from '#account-api/database/schema'
import type { SigningAlgorithm } from '#contract/applications/registered/signing-algorithms'

export interface SigningKeyRecord {
  /** The `kid` in the protocol. */
  id: string
  algorithm: SigningAlgorithm
  /** Keys of one algorithm are numbered from 1. */
  generation: number
  sealed: string
  signsFrom: number
}

export const signingKeyStore = (connection: Connection) => ({
  all: async (): Promise<SigningKeyRecord[]> => {
    const rows = await connection.selectFrom('signing_keys').selectAll().execute()
    return rows.map(({ id, algorithm, generation, sealed, signs_from }) => ({
      id,
      algorithm: algorithm as SigningAlgorithm,
      generation,
      sealed,
      signsFrom: signs_from,
    }))
  },

  /** Stores a key, unless another copy has made the key of this generation. */
  insert: async ({ id, algorithm, generation, sealed, signsFrom }: SigningKeyRecord): Promise<void> => {
    await connection
      .insertInto('signing_keys')
      .values({ id, algorithm, generation, sealed, signs_from: signsFrom })
      .onConflict((conflict) => conflict.columns(['algorithm', 'generation']).doNothing())
      .execute()
  },

  /** Stores a key after another secret has sealed it. */
  reseal: async (id: string, sealed: string): Promise<void> => {
    await connection.updateTable('signing_keys').set({ sealed }).where('id', '=', id).execute()
  },

  delete: async (id: string): Promise<void> => {
    await connection.deleteFrom('signing_keys').where('id', '=', id).execute()
  },
})

export type SigningKeyStore = ReturnType<typeof signingKeyStore>
