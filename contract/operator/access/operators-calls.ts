import { z } from 'zod'
import { call } from '#contract/call'
import { moment, nothing, ofUser, withReason } from '#contract/operator/fields'
import { changes, operatorScopeNames, reveals, shows } from '#contract/operator/operator-power'

const scopes = z.array(z.enum(operatorScopeNames))

const operator = z.object({
  user_id: z.string(),
  username: z.string(),
  /** The shown name of the person. */
  holder: z.string(),
  scopes,
  added_at: moment,
  /** Who gave the role: the user id of an operator, or the name of a key. */
  added_by: z.string(),
})
export type OperatorShown = z.output<typeof operator>

export const showOperator = call({
  name: 'showOperator',
  summary: 'Shows the caller: the holder of the key, or the operator at the desk.',
  method: 'GET',
  path: 'operator',
  input: z.object({}),
  output: z.object({
    /** The holder of a key, or the username. */
    name: z.string(),
    holder: z.string(),
    scopes,
    /** Null: a key. */
    user_id: z.string().nullable(),
    /** When the key or the session at the desk ends at the latest. Null: it does not end. */
    expires_at: moment.nullable(),
    /** Until when the second factor that opened the desk is fresh. Null: a key. */
    factor_until: moment.nullable().default(null),
  }),
  ...shows(),
})

export const listOperators = call({
  name: 'listOperators',
  summary: 'Lists the people who may enter the desk, the newest first.',
  method: 'GET',
  path: 'operators',
  input: z.object({}),
  output: z.object({ operators: z.array(operator) }),
  ...reveals('all'),
})

export const addOperator = call({
  name: 'addOperator',
  summary:
    'Lets a user enter the desk as an operator. The account needs a second factor: an authenticator, or a passkey that is older than 72 hours.',
  path: 'operators',
  input: z.object({ ...ofUser, scopes: scopes.min(1).max(operatorScopeNames.length), ...withReason }),
  output: nothing,
  errors: ['no_such_user', 'not_open', 'no_address', 'no_second_factor', 'already', 'too_many'],
  ...changes('all', { undoneBy: 'removeOperator', tells: ['operator_added', 'operators'] }),
})

export const removeOperator = call({
  name: 'removeOperator',
  summary: 'Removes the role of an operator, and at once ends their desk sessions and the keys that they have made.',
  path: 'operators/{user_id}/remove',
  input: z.object({ ...ofUser, ...withReason }),
  output: nothing,
  errors: ['no_such_operator'],
  ...changes('all', { undoneBy: 'addOperator', tells: ['operator_removed', 'operators'] }),
})
