import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { MovedMethod, QrCodeRecord, QrCodeStore, QrState, Scannable } from './qr-code-store'
import type { Connection, Schema } from '../../database/schema'

export const qrCodeStore = (connection: Connection): QrCodeStore => {
  /** A change of one row from these states, while it has not expired. */
  const change = (pollingHash: string, states: readonly QrState[], at: number) =>
    connection
      .updateTable('qr_codes')
      .where('polling_hash', '=', pollingHash)
      .where('state', 'in', states)
      .where('expires_at', '>', at)
      .returning('polling_hash')

  return {
    insert: async (code) => {
      const inserted = await connection
        .insertInto('qr_codes')
        .values({
          polling_hash: code.pollingHash,
          scanned_hash: code.scannedHash,
          letters_hash: code.lettersHash,
          state: 'new',
          matching_number: code.matchingNumber,
          matching_numbers: code.matchingNumbers.join(','),
          leads_to: code.leadsTo,
          address: code.clientAddress,
          client: code.client,
          shown_account_id: code.shownBy?.accountId ?? null,
          shown_session_id: code.shownBy?.sessionId ?? null,
          open_request: code.openRequest,
          created_at: code.createdAt,
          expires_at: code.expiresAt,
        })
        .onConflict((conflict) => conflict.column('letters_hash').doNothing())
        .returning('polling_hash')
        .executeTakeFirst()
      return inserted !== undefined
    },

    poll: async (pollingHash) => {
      const row = await connection
        .selectFrom('qr_codes')
        .selectAll()
        .where('polling_hash', '=', pollingHash)
        .executeTakeFirst()
      return row && record(row)
    },

    find: async (scannable, at) => {
      const rows = connection.selectFrom('qr_codes').selectAll().where('expires_at', '>', at)
      const row = await named(rows, scannable).executeTakeFirst()
      return row && record(row)
    },

    scan: async (pollingHash, { accountId, sessionId }, at) => {
      const scanned = await change(pollingHash, ['new'], at)
        .set({ state: 'scanned', account_id: accountId, session_id: sessionId })
        .executeTakeFirst()
      return scanned !== undefined
    },

    confirm: async (pollingHash, { sessionId, provenAt, moves, at, expiresAt }) => {
      const confirmed = await change(pollingHash, ['scanned'], at)
        .set({ state: 'confirmed', proven_at: provenAt, moves: moves && JSON.stringify(moves), expires_at: expiresAt })
        .where('session_id', '=', sessionId)
        .executeTakeFirst()
      return confirmed !== undefined
    },

    deny: async (pollingHash, { accountId, sessionId }, at) => {
      const denied = await change(pollingHash, ['new', 'scanned', 'confirmed'], at)
        .set({ state: 'denied', account_id: accountId, session_id: sessionId })
        .where(({ eb, or }) => or([eb('session_id', 'is', null), eb('session_id', '=', sessionId)]))
        .executeTakeFirst()
      return denied !== undefined
    },

    use: async (pollingHash, at) => {
      const used = await change(pollingHash, ['confirmed'], at).set({ state: 'used' }).executeTakeFirst()
      return used !== undefined
    },
  }
}

const named = <Row>(rows: SelectQueryBuilder<Schema, 'qr_codes', Row>, scannable: Scannable) =>
  'scannedHash' in scannable
    ? rows.where('scanned_hash', '=', scannable.scannedHash)
    : rows.where('letters_hash', 'in', scannable.lettersHashes)

const record = (row: Selectable<Schema['qr_codes']>): QrCodeRecord => ({
  pollingHash: row.polling_hash,
  state: row.state,
  matchingNumber: row.matching_number,
  matchingNumbers: row.matching_numbers.split(',').map(Number),
  leadsTo: row.leads_to,
  clientAddress: row.address,
  client: row.client,
  shownBy:
    row.shown_account_id !== null && row.shown_session_id !== null
      ? { accountId: row.shown_account_id, sessionId: row.shown_session_id }
      : null,
  openRequest: row.open_request,
  moves: row.moves === null ? null : (JSON.parse(row.moves) as MovedMethod),
  accountId: row.account_id,
  sessionId: row.session_id,
  provenAt: row.proven_at,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})
