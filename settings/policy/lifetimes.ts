import { group, whole } from './entries'

/** A proof counts no longer than the ticket of a second verification. */
export const longestProofMinutes = 15

/** Cookies, kept sessions and the keys that seal them do not support longer sessions. */
export const longestSessionDays = 90

/** How long codes, sessions and proofs live. */
export const lifetimeEntries = {
  codes: group({
    minutes: whole(3, 10, 10, 'Minutes for which a code by SMS or email works. Messages and pages show it.'),
  }),
  sessions: group({
    days: whole(
      1,
      longestSessionDays,
      longestSessionDays,
      'Days that a session lasts after the person’s last proof, at most. Applies to existing sessions immediately.',
    ),
    idle_days: whole(1, longestSessionDays, 14, 'Days after which an unused session ends.'),
  }),
  proofs: group({
    minutes: whole(
      3,
      longestProofMinutes,
      10,
      'Minutes for which a proof is fresh. After that, sensitive actions need a new one. Pages show it.',
    ),
  }),
}
