import { hashToken } from '../../../account-api/kernel/random'
import { days, hours } from '../../../account-api/kernel/time'
import type { SomeShares } from '../person'

/** What the operators of a deployment have. */
export const operatorShares = {
  operator_keys: ({ nth, seed, createdAt }) =>
    nth > 0
      ? []
      : [
          {
            ...{ id: 'seeded', hash: 'seeded', name: 'support desk', holder: 'Ann', scopes: 'read support' },
            ...{ created_at: createdAt, expires_at: seed.now + days(90), revoked_at: null, last_used_at: null },
            ...{ made_by: null, line: 'seeded' },
          },
        ],
  // The first person is one, who is at the desk now.
  operators: ({ nth, id, createdAt }) =>
    nth > 0
      ? []
      : [{ account_id: id, scopes: 'read support', added_at: createdAt, added_by: 'application key', line: id }],
  desk_sessions: ({ nth, id, sessions: [session], seed: { now } }) =>
    nth > 0 || !session
      ? []
      : [
          {
            ...{ hash: hashToken(`desk ${session.token}`), account_id: id, session_id: session.id, challenge: null },
            ...{ issued_at: now, expires_at: now + hours(8), last_used_at: now },
          },
        ],
} satisfies SomeShares
