import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import { inTransaction, type Service } from '#account-api/closing/service'
import type { From } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'

export type Exported =
  | { ok: true; at: number; data: Record<string, Record<string, unknown>[]> }
  | { ok: false; until: number }

interface AskedExport {
  account: AccountProfile
  from: From
}

/**
 * Exports everything that is stored about a person. A copy reveals more than any page, so it is limited, recorded in
 * the activity, and reported to the account's addresses.
 */
export const exportData = async (service: Service, asked: AskedExport): Promise<Exported> => {
  const { deployment, storage } = service
  const { account } = asked
  const at = deployment.now()
  const counted = await count(storage, 'exports', { subject: account.id, at })
  if (!counted.within) return { ok: false, until: counted.until }
  await note(service, asked)
  const tables = await storage.exports.rowsOf(account.id)
  const data = Object.entries(tables).map(([table, rows]) => [table, rows.map(readable)])
  return { ok: true, at, data: Object.fromEntries(data) }
}

const note = inTransaction<AskedExport, void>(async (stores, { account, from }) => {
  await recordAndTell(stores, { account, change: 'data_exported', from })
})

/** A row as JSON: times as ISO 8601, bytes as base64. */
const readable = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, readableValue(column, value)]))

const readableValue = (column: string, value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  const isTime = /(^|_)(at|until)$/.test(column) && typeof value === 'number'
  return isTime ? new Date(value).toISOString() : value
}
