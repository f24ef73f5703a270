import { z } from 'zod'
import { call } from '#contract/call'
import { idInPath, mayHaveReason, moment, nothing } from '#contract/operator/fields'
import { changes, operatorScopeNames, reveals } from '#contract/operator/operator-power'

/** A name for the log. Logs have no addresses. */
const label = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^[^@\p{C}]*$/u, 'is a name, without @')

/** For how many days a key is valid. */
export const keyDays = { usual: 90, most: 366 }

const key = z.object({
  key_id: z.string(),
  name: z.string(),
  holder: z.string(),
  scopes: z.array(z.enum(operatorScopeNames)),
  created_at: moment,
  expires_at: moment,
  revoked_at: moment.nullable(),
  last_used_at: moment.nullable(),
  /** The id of the key that made it. Null: the application key did, or it is unknown. */
  made_by: z.string().nullable().default(null),
  /** The user id of the operator who made it at the desk: it ends with that role. Null: it was made elsewhere. */
  made_by_operator: z.string().nullable().default(null),
})
export type KeyShown = z.output<typeof key>

export const listKeys = call({
  name: 'listKeys',
  summary: 'Lists the operator keys, the newest first. The keys themselves are not stored.',
  method: 'GET',
  path: 'keys',
  input: z.object({}),
  output: z.object({ keys: z.array(key) }),
  ...reveals('all'),
})

export const makeKey = call({
  name: 'makeKey',
  summary: 'Makes an operator key, and returns it once.',
  path: 'keys',
  input: z.object({
    name: label,
    /** The person or the program that uses it. */
    holder: label,
    scopes: z.array(z.enum(operatorScopeNames)).min(1).max(operatorScopeNames.length),
    days: z.number().int().min(1).max(keyDays.most).default(keyDays.usual),
    ...mayHaveReason,
  }),
  output: z.object({ key: z.string(), key_id: z.string(), expires_at: moment }),
  errors: ['too_many'],
  ...changes('all', { undoneBy: 'revokeKey', tells: ['operators'] }),
  once: true,
})

export const revokeKey = call({
  name: 'revokeKey',
  summary: 'Revokes an operator key and the keys that it has made, at once.',
  path: 'keys/{key_id}/revoke',
  input: z.object({ key_id: idInPath, ...mayHaveReason }),
  output: nothing,
  errors: ['no_such_key', 'already'],
  ...changes('all', { undoneBy: 'stays' }),
})
