export interface ExportStore {
  /** All rows about an account, by table, the oldest first. Secrets of the account API are left out. */
  rowsOf(accountId: string): Promise<Record<string, Record<string, unknown>[]>>
}
