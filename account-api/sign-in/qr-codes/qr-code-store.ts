import type { Selectable, SelectQueryBuilder } from 'kysely'
import type { Connection, Schema } from '#account-api/database/schema'

export type QrState = 'new' | 'scanned' | 'confirmed' | 'denied' | 'used'

export interface QrCodeRecord {
  pollingHash: string
  state: QrState
  matchingNumber: number
  /** Three numbers, including the matching one, in the order in which the scanner sees them. */
  matchingNumbers: number[]
  /** The requested destination of the sign-in. */
  leadsTo: string
  clientAddress: string
  client: string
  /** The account and session that show it, for a code that moves a sign-in method to the account. */
  shownBy: Scanner | null
  /** The application's request that the screen would answer, by the hash of its record. */
  openRequest: string | null
  /** The sign-in method that moves, after the confirmation. */
  moves: MovedMethod | null
  accountId: string | null
  sessionId: string | null
  /** The time of the last proof of the session that confirmed it. */
  provenAt: number | null
  createdAt: number
  expiresAt: number
}

/** A code for its scanner: the part in the picture, or the letters, hashed with each key of the ring. */
export type Scannable = { scannedHash: string } | { lettersHashes: readonly string[] }

export interface MovedMethod {
  method: string
  value: string
}

export interface Scanner {
  accountId: string
  sessionId: string
}

export const qrCodeStore = (connection: Connection) => {
  const change = (pollingHash: string, states: readonly QrState[], at: number) =>
    connection
      .updateTable('qr_codes')
      .where('polling_hash', '=', pollingHash)
      .where('state', 'in', states)
      .where('expires_at', '>', at)
      .returning('polling_hash')

  return {
    /** Adds a code. False, with nothing stored, when another code has these letters. */
    insert: async (
      code: Omit<QrCodeRecord, 'state' | 'accountId' | 'sessionId' | 'provenAt' | 'moves'> & {
        scannedHash: string
        lettersHash: string
      },
    ): Promise<boolean> => {
      const row = await connection
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
      return row !== undefined
    },

    /** The code with this polling token, even if it has expired and is not swept yet. */
    poll: async (pollingHash: string): Promise<QrCodeRecord | undefined> => {
      const row = await connection
        .selectFrom('qr_codes')
        .selectAll()
        .where('polling_hash', '=', pollingHash)
        .executeTakeFirst()
      return row && record(row)
    },

    find: async (scannable: Scannable, at: number): Promise<QrCodeRecord | undefined> => {
      const rows = connection.selectFrom('qr_codes').selectAll().where('expires_at', '>', at)
      const row = await named(rows, scannable).executeTakeFirst()
      return row && record(row)
    },

    /** new → scanned, by the first session. False when it is no longer new, or has expired. */
    scan: async (pollingHash: string, { accountId, sessionId }: Scanner, at: number): Promise<boolean> => {
      const row = await change(pollingHash, ['new'], at)
        .set({ state: 'scanned', account_id: accountId, session_id: sessionId })
        .executeTakeFirst()
      return row !== undefined
    },

    /** scanned → confirmed, by the session that scanned it. False when that is not possible. */
    confirm: async (
      pollingHash: string,
      {
        sessionId,
        provenAt,
        moves,
        at,
        expiresAt,
      }: Scanner & { provenAt: number; moves: MovedMethod | null; at: number; expiresAt: number },
    ): Promise<boolean> => {
      const row = await change(pollingHash, ['scanned'], at)
        .set({ state: 'confirmed', proven_at: provenAt, moves: moves && JSON.stringify(moves), expires_at: expiresAt })
        .where('session_id', '=', sessionId)
        .executeTakeFirst()
      return row !== undefined
    },

    /** new → denied by any session; scanned or confirmed → denied by the session that scanned it. */
    deny: async (pollingHash: string, { accountId, sessionId }: Scanner, at: number): Promise<boolean> => {
      const row = await change(pollingHash, ['new', 'scanned', 'confirmed'], at)
        .set({ state: 'denied', account_id: accountId, session_id: sessionId })
        .where(({ eb, or }) => or([eb('session_id', 'is', null), eb('session_id', '=', sessionId)]))
        .executeTakeFirst()
      return row !== undefined
    },

    /** confirmed → used. False when another call was first, or it has expired. */
    use: async (pollingHash: string, at: number): Promise<boolean> => {
      const used = await change(pollingHash, ['confirmed'], at).set({ state: 'used' }).executeTakeFirst()
      return used !== undefined
    },
  }
}

export type QrCodeStore = ReturnType<typeof qrCodeStore>

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
