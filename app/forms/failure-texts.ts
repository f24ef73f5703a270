import type { Failure } from '../../contract/client'
import type { ErrorData, ErrorName } from '../../contract/errors'

/** A line for the person: a message key with its values, at a field or (without one) at the form. */
export interface Line {
  key: string
  field?: string
  /** `count` of tries left, or seconds to wait, which are told in plain words as `{{wait}}`. */
  values?: { count?: number; waitSeconds?: number }
  /** A page where the person can go on, with the message key of the link. */
  link?: { path: string; key: string }
}

type LinesOf = { [Name in ErrorName]?: (data: ErrorData<Name>) => Line[] }

/** The failures that say more than `error.<name>` at the form: at which field, with which numbers. */
const lines: LinesOf = {
  invalid_input: ({ fields }) => fields.map(({ field, reason }) => ({ field, key: `fieldRefusal.${reason}` })),
  already_registered: ({ field }) => [
    { field, key: `error.already_registered_${field}`, link: { path: '/login', key: 'ways.to_sign_in' } },
  ],
  wrong_credentials: ({ field }) => (field ? [{ field, key: `error.wrong_credentials_${field}` }] : []),
  password_refused: ({ reason }) => [{ field: 'password', key: `passwordRefusal.${reason}` }],
  username_refused: ({ reason }) => [{ field: 'username', key: `usernameRefusal.${reason}` }],
  picture_refused: ({ reason }) => [{ field: 'pic', key: `pictureRefusal.${reason}` }],
  changed_too_often: ({ field, retry_after }) => [
    { field, key: 'error.changed_too_often', values: { waitSeconds: retry_after } },
  ],
  held_by_other: ({ field }) => [{ field, key: 'error.held_by_other' }],
  last_way: ({ of }) => [{ key: of === 'own' ? 'error.last_way' : 'error.last_way_other' }],
  cancellation_blocked: ({ blockers }) => blockers.map((blocker) => ({ key: `cancellationBlocker.${blocker}` })),
  password_locked: ({ retry_after }) => [{ key: 'error.password_locked', values: { waitSeconds: retry_after } }],
  code_wrong: ({ field, tries_left }) => [{ field, key: 'error.code_wrong', values: { count: tries_left } }],
  code_expired: ({ field }) => [{ field, key: 'error.code_expired' }],
  // The second of two clicks gets this answer when the first has signed the person in.
  code_used: ({ field }) => [{ field, key: 'error.code_used', link: { path: '/settings', key: 'error.open_account' } }],
  code_locked: ({ field, retry_after }) => [{ field, key: 'error.code_locked', values: { waitSeconds: retry_after } }],
  resend_too_soon: ({ retry_after }) => [{ key: 'error.resend_too_soon', values: { waitSeconds: retry_after } }],
  code_limit_reached: ({ retry_after }) => [{ key: 'error.code_limit_reached', values: { waitSeconds: retry_after } }],
  too_many_requests: ({ retry_after }) => [{ key: 'error.too_many_requests', values: { waitSeconds: retry_after } }],
}

/**
 * What to tell a person about a failed call. A call that was rejected before it was made has no message of its own
 * (spec section 5).
 */
export const linesOf = (failure: Failure): Line[] => {
  if (failure.code === 'rejected') return [{ key: 'error.invalid_input' }]
  if (failure.code === 'undeclared') return [{ key: 'error.internal' }]
  const linesOfData = lines[failure.code] as ((data: unknown) => Line[]) | undefined
  const found = linesOfData?.(failure.data) ?? []
  return found.length > 0 ? found : [{ key: `error.${failure.code}` }]
}
