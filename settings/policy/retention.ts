import { group, whole } from './entries'

/** How long things are kept that no setting decides. */
export const retentionEntries = {
  retention: group({
    cancelled_account_days: whole(
      7,
      90,
      30,
      'how many days a cancelled account can be restored before it is erased. Pages say it. Accounts that are cancelled ' +
        'already keep the day that their people were told',
    ),
    message_days: whole(
      1,
      30,
      7,
      'how many days messages are kept, without their text once delivered or given up: failed ones can be looked into ' +
        'and sent again so long',
    ),
    invitation_days: whole(
      30,
      365,
      180,
      'how many days an invitation is kept, with its address, after it was answered or has ended',
    ),
  }),
}
