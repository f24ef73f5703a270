import type { z } from 'zod'
import { header } from '#account-api/http/raw-request'
import type { Method } from '#contract/call'
import type { fieldRefusals } from '#contract/errors'
import { refuse } from '#contract/server'
import { withoutAliases } from '#contract/terms/aliases'
import { inputFault, readInput } from '#contract/wire/input'
import type { Check } from './check'

type Reason = (typeof fieldRefusals)[number]

export const fields: Check = async ({ row, request }) => {
  if (request.values) return { fields: withoutAliases(row.aliases, request.values) }
  const { method, params, query, body } = request
  const contentType = header(request, 'content-type')
  return { fields: await readInput(row, { method: method as Method, params, query, contentType, body }) }
}

/** Checks that the input fits the row. */
export const input: Check = ({ row, fields }) => {
  const withNul = Object.keys(fields).filter((field) => holdsNul(fields[field]))
  // The schemas of operator calls refuse it themselves.
  if (withNul.length > 0 && row.auth !== 'operator')
    return refuse('invalid_input', { fields: withNul.map((field) => ({ field, reason: 'invalid' as const })) })
  const read = row.input.safeParse(fields)
  if (read.success) return { input: read.data }
  if (row.auth === 'operator') return refuse('invalid_input', inputFault(read.error))
  const refused = read.error.issues.map((issue) => ({ field: String(issue.path[0] ?? ''), reason: reasonOf(issue) }))
  return refuse('invalid_input', { fields: refused })
}

/** No text needs NUL, and PostgreSQL refuses it in every query. */
const holdsNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\0')

const reasonOf = (issue: z.core.$ZodIssue): Reason => {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'missing'
  return issue.code === 'custom' && issue.params?.reason === 'contradicts' ? 'contradicts' : 'invalid'
}
