import { hashToken } from '#account-api/kernel/random'
import { days, hours } from '#account-api/kernel/time'
import { idAt, type SomeShares } from '#bench/seed/person'
import { pastMs, some } from './rows'

/** Tables of the operators of a deployment. */
export const operatorShares = {
  operator_keys: ({ nth, seed, createdAt }) =>
    nth > 0
      ? []
      : [
          {
            ...{ id: 'seeded', hash: 'seeded', name: 'support desk', holder: 'Ann', scopes: 'read support' },
            ...{ created_at: createdAt, expires_at: seed.now + days(90), revoked_at: null, last_used_at: null },
            ...{ made_by: null, made_by_operator: null, line: 'seeded' },
          },
        ],
  // The first person is an operator, and is at the desk now.
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
            ...{ issued_at: now, factor_at: now, expires_at: now + hours(8), last_used_at: now },
          },
        ],
  // One webhook of the operator, for operator acts. Some deliveries are given up.
  webhooks: ({ nth, createdAt }) =>
    nth > 0
      ? []
      : [
          {
            ...{ id: 'seeded', organisation_id: null, client_id: null, url: 'https://audit.orchard.example/events' },
            ...{ events: 'operator.*', sealed: 'seeded', sealed_by: 'seeded', previous_until: null },
            ...{ created_at: createdAt, disabled_at: createdAt, disabled_because: 'operator' as const },
            ...{ due_at: null, busy_until: 0, holder: null, is_woken: 0 },
            ...{ failures: 0, failing_since: null, answer: null, answered_at: null },
          },
        ],
  webhook_deliveries: (person) =>
    some(person, 0.001, () => ({
      id: idAt(pastMs(person, days(29)), person),
      ...{ webhook_id: 'seeded', event_id: null, signal: null, account_id: null },
      ...{ attempts: 10, next_attempt_at: null, answer: 'it answered 500' },
    })),
} satisfies SomeShares
