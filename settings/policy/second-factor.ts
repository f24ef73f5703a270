import { dayOrNone, group, whole, word } from './entries'

/** Who needs a second factor. */
export const secondFactorEntries = {
  second_factor: group({
    of: word(
      ['nobody', 'administrators', 'everybody'],
      'nobody',
      'Who needs a second factor, besides what organisations require: `nobody`; `administrators` (managers of organisations and members with a role); `everybody`. An authenticator app or a passkey counts if the session has proven it.',
    ),
    from: dayOrNone('Day (UTC) from which the second factor is required. `null`: at once.'),
    grace_days: whole(
      0,
      90,
      14,
      'Days of grace, from the first use of the account on which the second factor is required. A new passkey counts after 3 days, so with fewer days people without one need an app first.',
    ),
  }),
}
