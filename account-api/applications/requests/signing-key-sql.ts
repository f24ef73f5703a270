import type { SigningAlgorithm, SigningKeyStore } from './signing-key-store'
import type { Connection } from '../../database/schema'

export const signingKeyStore = (connection: Connection): SigningKeyStore => ({
  all: async () => {
    const rows = await connection.selectFrom('signing_keys').selectAll().execute()
    return rows.map(({ id, algorithm, generation, sealed, signs_from }) => ({
      id,
      algorithm: algorithm as SigningAlgorithm,
      generation,
      sealed,
      signsFrom: signs_from,
    }))
  },

  insert: async ({ id, algorithm, generation, sealed, signsFrom }) => {
    await connection
      .insertInto('signing_keys')
      .values({ id, algorithm, generation, sealed, signs_from: signsFrom })
      .onConflict((conflict) => conflict.columns(['algorithm', 'generation']).doNothing())
      .execute()
  },

  reseal: async (id, sealed) => {
    await connection.updateTable('signing_keys').set({ sealed }).where('id', '=', id).execute()
  },

  delete: async (id) => {
    await connection.deleteFrom('signing_keys').where('id', '=', id).execute()
  },
})
