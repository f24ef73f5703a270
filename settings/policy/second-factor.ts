import { dayOrNone, group, whole, word } from './entries'

/** Of whom a second factor is asked. */
export const secondFactorEntries = {
  second_factor: group({
    of: word(
      ['nobody', 'administrators', 'everybody'],
      'nobody',
      'of whom a second factor is asked, beside what their organisations ask: nobody; managers of organisations and members ' +
        'with a role there; everybody. It is an authenticator app or a passkey that counts and that the session has proven',
    ),
    from: dayOrNone('the day (UTC) from which it is asked. Without one, it is asked at once'),
    grace_days: whole(
      0,
      90,
      14,
      'how many days a person has from the first use of the account on which it is asked. A new passkey counts after 3 ' +
        'days, so with fewer everybody who has none needs an app first',
    ),
  }),
}
