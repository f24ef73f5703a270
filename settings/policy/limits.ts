import { group, whole } from './entries'

/** The limits that deployments differ about. What holds back guessing is no entry: a deployment could make it weak. */
export const limitEntries = {
  limits: group({
    codes_to_an_address: whole(
      10,
      100,
      30,
      'the most codes in 24 hours to one number or email, of all purposes, for browsers that its account does not know',
    ),
    codes_from_a_client_address: whole(
      100,
      10_000,
      2_000,
      'the most codes in 24 hours that one client address asks for, as a school or an office',
    ),
    codes_before_a_captcha: whole(
      0,
      200,
      30,
      'how many codes one client address gets in 24 hours before each needs a captcha. SMS codes that were typed right are not counted. A network gets 10 times as many. Numbers have their own count, of 7',
    ),
    invitations: whole(
      10,
      2_000,
      500,
      'the most invitations in 24 hours of one organisation, and by one account. By SMS there are fewer',
    ),
    listed_invitations: whole(
      100,
      10_000,
      10_000,
      'the most people in 24 hours whom one organisation, or one account, invites from lists',
    ),
  }),
}
