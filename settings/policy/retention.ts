import { group, whole } from './entries'

/** Retention times that no setting decides. */
export const retentionEntries = {
  retention: group({
    cancelled_account_days: whole(
      7,
      90,
      30,
      'Days for which a cancelled account can be restored before it is erased. Pages show it. Accounts that are already cancelled keep the day that was announced.',
    ),
    message_days: whole(
      1,
      30,
      7,
      'Days for which messages are kept, so failed ones can be examined and sent again. Their text is deleted once they are delivered or given up.',
    ),
    invitation_days: whole(
      30,
      365,
      180,
      'Days for which an invitation and its address are kept after it was answered or has ended.',
    ),
  }),
}
