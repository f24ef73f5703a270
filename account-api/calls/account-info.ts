import type { AccountProfile } from '#account-api/accounts/account/account-record'
import { maskEmail, maskMobile } from '#account-api/accounts/account/identifier'
import { timeZoneOf } from '#account-api/accounts/account/time-zone'
import { entryOf } from '#account-api/accounts/activity/entry-on-wire'
import { listActivity } from '#account-api/accounts/activity/list'
import { signInMethodsOf } from '#account-api/accounts/methods/kinds'
import { maskedSuccessor, pendingChangesOf, pendingHours } from '#account-api/accounts/pending-changes/pending-change'
import { pictureOf } from '#account-api/accounts/pictures/picture'
import type { Person } from '#account-api/accounts/sessions/person'
import { listSessions } from '#account-api/accounts/sessions/session'
import { termsDue } from '#account-api/accounts/terms/terms'
import { isSlowToReplace } from '#account-api/addresses/binding/rebind'
import { listAuthorisations } from '#account-api/applications/grants/authorisations'
import { siblingsOf } from '#account-api/applications/share/application'
import type { Service } from '#account-api/closing/service'
import type { HandlersOf } from '#account-api/organisations/call-context'
import { deploymentAsksBy } from '#account-api/organisations/sign-in-rules/deployment-rule'
import { done } from '#contract/server'

const addressKinds = ['mobile', 'email'] as const

/** The calls that return an account's facts from several contexts. */
export const accountInfoHandlers = {
  accountInfo: async (input, { service, account, session, aid }) => {
    const plain = input.need_plaintext === 1
    const pending = await pendingChangesOf(service.storage, account)
    const email = account.email ?? account.unverifiedEmail
    return done({
      user_id: account.id,
      username: account.username,
      name: account.name,
      held_username: account.pendingUsername,
      birthday: account.birthday,
      language: account.language,
      time_zone: timeZoneOf(account),
      time_zone_is_chosen: account.timeZone !== null,
      mobile: account.mobile && (plain ? account.mobile : maskMobile(account.mobile)),
      email: email && (plain ? email : maskEmail(email)),
      email_verified: account.email !== null,
      recovery_email: account.recoveryEmail && maskEmail(account.recoveryEmail),
      pending_changes: pending.map((change) => ({
        way: change.method,
        becomes: maskedSuccessor(change),
        takes_effect_at: new Date(change.takesEffectAt).toISOString(),
      })),
      has_password: account.passwordHash !== null,
      password_breached: account.passwordBreachedAt !== null,
      has_authenticator: account.authenticatorSince !== null,
      asks_authenticator: account.asksAuthenticator,
      terms_due: termsDue(service.deployment, account) ?? null,
      second_factor: await askedOf(service, { account, session }),
      avatar: pictureOf(account, 'avatar'),
      background: pictureOf(account, 'background'),
      created_at: new Date(account.createdAt).toISOString(),
      slow_changes: input.need_changes === 1 ? await slowChangesOf(service, account) : [],
      ...(input.need_overview === 1 && { overview: await overviewOf(service, { account, session }, aid) }),
    })
  },

  authenticatorInfo: async (_input, { service, account, session }) => {
    const { storage } = service
    const { authenticatorSince: since } = account
    const pending = await pendingChangesOf(storage, account)
    const removal = pending.find(({ method }) => method === 'authenticator')
    return done({
      is_set: since !== null,
      since: since === null ? null : new Date(since).toISOString(),
      asked_at_sign_in: account.asksAuthenticator,
      recovery_codes_left: since === null ? 0 : await storage.authenticators.countRecoveryCodes(account.id),
      removed_at: removal ? new Date(removal.takesEffectAt).toISOString() : null,
      second_factor: await askedOf(service, { account, session }),
      time_zone: timeZoneOf(account),
    })
  },
} satisfies HandlersOf<Service>

/** The second factor that the deployment requires of a person. */
const askedOf = async ({ storage }: Service, { account, session }: Person) => {
  const by = await deploymentAsksBy(storage, account, session)
  return by === undefined ? null : { due_at: new Date(by).toISOString(), has_passkey: account.passkeySince !== null }
}

const slowChangesOf = async (service: Service, account: AccountProfile) => {
  const isSlow = await Promise.all(addressKinds.map((kind) => isSlowToReplace(service, account, kind)))
  return addressKinds.filter((_, nth) => isSlow[nth]).map((way) => ({ way, hours: pendingHours }))
}

const overviewOf = async (service: Service, person: Person, aid: string) => {
  const { storage } = service
  const { account } = person
  const [platforms, { entries }, siblings, devices, passkeys, applications] = await Promise.all([
    storage.platforms.of(account.id),
    listActivity(service, account.id, { limit: 3 }),
    siblingsOf(storage, { aid, language: account.language }),
    listSessions(service, person),
    account.passkeySince === null ? [] : storage.passkeys.of(account.id),
    listAuthorisations(service, person),
  ])
  return {
    ways: signInMethodsOf(account, platforms),
    activity: entries.map(entryOf),
    has_siblings: siblings.length > 0,
    counts: { devices: devices.length, passkeys: passkeys.length, applications: applications.length },
  }
}
