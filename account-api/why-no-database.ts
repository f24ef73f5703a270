import { BadEnvironment } from '../settings/settings'

/** What a database cannot be reached by: the network, its name, its user (SQLSTATE classes 28 and 3D), its state (57P03). */
const codes = /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|28\w{3}|3D\w{3}|57P03)$/

/** Why a database cannot be opened, as one line that names the variable to change; another error as it is. */
export const whyNoDatabase = (error: unknown): unknown => {
  // An attempt at several addresses fails with an error of its own that holds those of each.
  const [first = error] = error instanceof AggregateError ? error.errors : []
  const { code, message } = first as { code?: unknown; message?: string }
  const isLate = /timeout/i.test(message ?? '')
  if (!isLate && !(typeof code === 'string' && codes.test(code))) return error
  return new BadEnvironment(`DATABASE_URL has to name a database that can be opened: ${message}.`)
}
