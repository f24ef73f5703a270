import { group, whole } from './entries'

/** A proof counts no longer than the ticket of a second verification does. */
export const longestProofMinutes = 15

/** Cookies, kept sessions and the keys that seal them are made for no longer sessions. */
export const longestSessionDays = 90

/** How long codes, sessions and proofs live. */
export const lifetimeEntries = {
  codes: group({
    minutes: whole(3, 10, 10, 'how long a code by SMS or email works. Messages and pages say it'),
  }),
  sessions: group({
    days: whole(
      1,
      longestSessionDays,
      longestSessionDays,
      'the longest that a session lasts after the last proof of its person. Sessions that there are follow at once',
    ),
    idle_days: whole(1, longestSessionDays, 14, 'how long a session lasts that is not used'),
  }),
  proofs: group({
    minutes: whole(
      3,
      longestProofMinutes,
      10,
      'how long a proof is fresh: what is sensitive asks for a new one after that. Pages say it',
    ),
  }),
}
