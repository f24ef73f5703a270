import { group, whole } from './entries'

/**
 * The limits that differ between deployments. Limits against guessing are no entries, so a deployment cannot weaken
 * them.
 */
export const limitEntries = {
  limits: group({
    codes_to_an_address: whole(
      10,
      100,
      30,
      'Codes per 24 hours to one number or email, at most, for all purposes. Browsers that the account knows are not counted.',
    ),
    codes_from_a_client_address: whole(
      100,
      10_000,
      2_000,
      'Codes per 24 hours that one client address, such as an office, may request.',
    ),
    codes_before_a_captcha: whole(
      0,
      200,
      30,
      'Codes per 24 hours that one client address gets before each needs a captcha. SMS codes that were typed correctly are not counted. A network gets 10 times as many. Each number also has a limit of 7.',
    ),
    invitations: whole(
      10,
      2_000,
      500,
      'Invitations per 24 hours of one organisation, and by one account, at most. Fewer by SMS.',
    ),
    listed_invitations: whole(
      100,
      10_000,
      10_000,
      'People per 24 hours whom one organisation, or one account, may invite from lists.',
    ),
  }),
}
