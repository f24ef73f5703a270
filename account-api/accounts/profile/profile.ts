import { record } from '#account-api/accounts/activity/activity'
import { allProven } from '#account-api/accounts/methods/ledger'
import { readNewUsername } from '#account-api/accounts/names/new-username'
import { type Chosen, chooseUsername, conflictOf, UsernameTaken } from '#account-api/accounts/names/username'
import { recordAndTell } from '#account-api/accounts/notices/notice'
import { inTransaction, type Service } from '#account-api/accounts/service'
import type { Person } from '#account-api/accounts/sessions/person'
import type { SessionRecord } from '#account-api/accounts/sessions/session-record'
import type { From } from '#account-api/kernel/from'
import { count } from '#account-api/kernel/limits/limits'
import { secondsUntil } from '#account-api/kernel/time'
import { readDay } from '#rules/typed/day'
import type { UsernameRecord } from '#rules/typed/username'

/** The fields that a person may change. A field that is left out stays as it is. */
export interface ProfileChange {
  username?: string | undefined
  /** The name that the person uses. Empty: none. */
  name?: string | undefined
  /** As YYYY-MM-DD. Empty: none. */
  birthday?: string | undefined
  language?: string | undefined
  /** IANA name; empty: the default. */
  timeZone?: string | undefined
}

export type ProfileChanged =
  /** `isPending`: the new username waits for review, and the account keeps its current one. */
  | { ok: true; username: string; isPending: boolean }
  | Extract<Chosen, { ok: false }>
  | { ok: false; code: 'birthday_refused' }
  | { ok: false; code: 'too_many_requests'; retryAfter: number }

interface Asked {
  accountId: string
  session: SessionRecord
  from: From
  change: ProfileChange
  /** The new username, read and normalised. */
  username?: UsernameRecord
}

/** Changes fields of a profile. If one is refused, none is changed. */
export const changeProfile = async (
  service: Service,
  { account, session, from, change }: Person & { from: From; change: ProfileChange },
): Promise<ProfileChanged> => {
  const { deployment, storage } = service
  if (change.birthday && !readDay(change.birthday, deployment.now()).ok) return { ok: false, code: 'birthday_refused' }
  const asked = { accountId: account.id, session, from, change }
  if (change.username === undefined) return apply(service, asked)

  const read = readNewUsername(change.username, deployment)
  if (!read.ok) return { ...read, code: 'username_refused' }
  const username = read.value
  if (username.value !== account.username) {
    // Many tries of usernames would reveal which ones exist.
    const tries = await count(storage, 'usernameChoices', { subject: account.id, at: deployment.now() })
    if (!tries.within)
      return { ok: false, code: 'too_many_requests', retryAfter: secondsUntil(deployment, tries.until) }
  }
  try {
    return await apply(service, { ...asked, username })
  } catch (error) {
    if (!(error instanceof UsernameTaken)) throw error
    const reason = await conflictOf(storage, { username, accountId: account.id })
    return { ok: false, code: 'username_refused', reason: reason ?? 'taken' }
  }
}

const apply = inTransaction<Asked, ProfileChanged>(async (stores, { accountId, session, from, change, username }) => {
  await stores.accounts.lock(accountId)
  const account = await stores.accounts.profile(accountId)
  if (!account) throw new Error('the account is gone')
  const chosen: Chosen = username
    ? await chooseUsername(stores, {
        account,
        username,
        provenBy: allProven(stores.deployment, { account, session }, undefined),
      })
    : { ok: true, outcome: 'same' }
  if (!chosen.ok) return chosen
  const before = {
    name: account.name ?? '',
    birthday: account.birthday ?? '',
    language: account.language,
    timeZone: account.timeZone ?? '',
  }
  const {
    name = before.name,
    birthday = before.birthday,
    language = before.language,
    timeZone = before.timeZone,
  } = change
  const after = { name, birthday, language, timeZone }
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    const profile = { name: name || null, birthday: birthday || null, language, timeZone: timeZone || null }
    await stores.accounts.setProfile(accountId, profile, stores.deployment.now())
    await record(stores, { accountId, kind: 'profile_changed', from })
  }
  if (!username || chosen.outcome !== 'changed')
    return { ok: true, username: account.username, isPending: chosen.outcome === 'pending' }
  const told = { account: { ...account, language }, from, detail: username.value }
  await recordAndTell(stores, { ...told, change: 'username_changed' })
  return { ok: true, username: username.value, isPending: false }
})
