import type { Generated } from 'kysely'
import type { QrState } from './qr-codes/qr-code-store'

declare module '../database/schema' {
  /** QR codes, and return addresses of host apps. */
  interface Schema {
    return_addresses: { handle_hash: string; address: string; form: string | null; expires_at: number }
    qr_codes: {
      polling_hash: string
      scanned_hash: string
      letters_hash: string
      state: QrState
      matching_number: number
      /** Separated by commas. */
      matching_numbers: string
      leads_to: string
      address: string
      client: string
      /** The account that shows it and gets the moved sign-in method. */
      shown_account_id: Generated<string | null>
      shown_session_id: Generated<string | null>
      /** The sign-in method that moves, as JSON. */
      moves: Generated<string | null>
      /** The application's request that its screen would answer, by the hash of its record. */
      open_request: Generated<string | null>
      account_id: Generated<string | null>
      session_id: Generated<string | null>
      proven_at: Generated<number | null>
      created_at: number
      expires_at: number
    }
  }
}
