import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { maskEmail, maskMobile } from '#account-api/accounts/account/identifier'
import { clientName } from '#account-api/accounts/activity/client-name'
import { maskedSuccessor } from '#account-api/accounts/pending-changes/pending-change'
import { networkOf } from '#account-api/kernel/limits/client-address'
import { momentOf, momentOrNull } from '#account-api/operator/handling'
import { undeliveredShown } from '#account-api/operator/messages/undelivered-shown'
import type { UserShown } from '#contract/operator/people/user-shown'
import type { Overview } from './overview'

/** One account in a list of results. */
export const foundUserOf = (account: AccountProfile) => ({
  user_id: account.id,
  username: account.username,
  name: account.name,
  mobile: account.mobile === null ? null : maskMobile(account.mobile),
  email: account.email === null ? null : maskEmail(account.email),
  frozen_at: momentOrNull(account.suspendedAt),
  erased_on: momentOrNull(account.eraseAt),
})

/** The overview of a person in the operator's calls. `isPlain`: addresses are whole. */
export const userShownOf = (overview: Overview, { isPlain }: { isPlain: boolean }): UserShown => {
  const { account } = overview
  const shown = (value: string | null, mask: (value: string) => string) =>
    value === null || isPlain ? value : mask(value)
  return {
    ...foundUserOf(account),
    ...(isPlain && { mobile: account.mobile, email: account.email }),
    unverified_email: shown(account.unverifiedEmail, maskEmail),
    recovery_email: shown(account.recoveryEmail, maskEmail),
    created_at: momentOf(account.createdAt),
    last_used_at: momentOf(account.lastUsedAt),
    frozen_reason: account.suspendedReason,
    ...waysOf(account, overview),
    pending: overview.pending.map((each) => ({
      method: each.method,
      takes_effect_at: momentOf(each.takesEffectAt),
      becomes: maskedSuccessor(each),
    })),
    sessions: overview.sessions.map(({ client, clientAddress, way, createdAt, lastSeenAt }) => ({
      ...clientName(client),
      network: networkOf(clientAddress),
      way,
      created_at: momentOf(createdAt),
      last_seen_at: momentOf(lastSeenAt),
    })),
    activity: overview.activity.map(({ at, kind, detail }) => ({ at: momentOf(at), kind, detail })),
    messages: overview.messages.map(undeliveredShown),
    organisations: overview.places.map(({ organisation: { publicId, name }, member, isManager, roles }) => ({
      sec_subject_uid: publicId,
      name,
      is_manager: isManager,
      roles,
      is_frozen: member.isSuspended,
    })),
  }
}

const waysOf = (
  { passwordHash, passwordChosenAt, passwordBreachedAt, authenticatorSince, asksAuthenticator }: AccountProfile,
  { passkeys, platforms, recoveryCodes }: Overview,
): Pick<UserShown, 'password' | 'authenticator' | 'passkeys' | 'platforms'> => ({
  password:
    passwordHash === null ? null : { set_at: momentOrNull(passwordChosenAt), is_breached: passwordBreachedAt !== null },
  authenticator:
    authenticatorSince === null
      ? null
      : { since: momentOf(authenticatorSince), is_asked: asksAuthenticator, recovery_codes: recoveryCodes },
  passkeys: passkeys.map(({ name, madeAt, usedAt }) => ({
    name,
    made_at: momentOf(madeAt),
    used_at: momentOrNull(usedAt),
  })),
  platforms: platforms.map(({ platform, name, boundAt }) => ({ platform, name, bound_at: momentOf(boundAt) })),
})
