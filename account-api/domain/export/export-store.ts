export interface ExportStore {
  /** Everything that is kept about an account and is no secret of ours, by table, the oldest first. */
  rowsOf(accountId: string): Promise<Record<string, Record<string, unknown>[]>>
}
