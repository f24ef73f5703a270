import type { TFunction } from 'i18next'
import { activityKinds } from '#contract/terms/activity'

/** The purposes of messages, besides changes of an account: codes, news of organisations, and others. */
const purposes = [
  ...['register', 'login', 'reset_password', 'change_password', 'bind', 'change', 'verify', 'authorize', 'activate'],
  ...['recovery', 'manager', 'no_account', 'claimed', 'username_refused', 'recovery_link', 'operators_told', 'erased'],
  ...[
    'invitation',
    'invitation_accepted',
    'invitations_answered',
    'member_frozen',
    'member_unfrozen',
    'member_removed',
  ],
  ...['transfer_offered', 'transfer_started', 'transfer_done', 'transfer_declined', 'transfer_withdrawn'],
  ...['transfer_ended', 'manager_set', 'allowance_raised', 'organisation_closing', 'organisation_reopened'],
  ...['organisation_erased', 'organisation_frozen', 'organisation_unfrozen', 'domain_missing', 'domain_lost'],
  ...['second_factor_asked', 'account_waits', 'join_asked', 'join_accepted', 'join_declined', 'secret_expires'],
]

/** The purpose of a message, in words. An unknown purpose, from a newer account API, is shown unchanged. */
export const purposeText = (t: TFunction, purpose: string): string => {
  if (purposes.includes(purpose)) return t(`desk.purpose.${purpose}`)
  return activityKinds.some((kind) => kind === purpose) ? t(`activity.kind.${purpose}`) : purpose
}
