/**
 * The error codes of an unreachable database: the network; its name or user (SQLSTATE classes 28 and 3D); its state, if
 * it starts, stops or has no connection left (57P01 to 57P03, 53300).
 */
const codes = /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|28\w{3}|3D\w{3}|57P0[123]|53300)$/

/** The error that explains why a database cannot be reached. Undefined: it can, and something else failed. */
export const unreachable = (error: unknown): { message: string } | undefined => {
  // If several addresses were tried, an aggregate error has the error of each.
  const [first = error] = error instanceof AggregateError ? error.errors : []
  const { code, errcode, message = '' } = first as { code?: unknown; errcode?: unknown; message?: string }
  // Another process holds the SQLite file: SQLITE_BUSY, whatever the upper bytes say.
  if (Number(errcode) % 256 === 5) return { message }
  const isLate = /timeout|gave no answer/i.test(message)
  return isLate || (typeof code === 'string' && codes.test(code)) ? { message } : undefined
}
