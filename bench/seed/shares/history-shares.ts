import { hashToken } from '#account-api/kernel/random'
import { days, hours } from '#account-api/kernel/time'
import { idAt, type SomeShares } from '#bench/seed/person'
import { tokenOf } from '#bench/seed/random'
import { addressOf, agents, pastMs, some, waiting } from './rows'

/** Activity, pending changes and known browsers of people. */
export const historyShares = {
  // As many as entries of the activity, for half as long.
  events: (person) => {
    const { random, id, usedAt, seed } = person
    const isActive = usedAt > seed.now - days(89)
    return some(person, isActive ? 1 + Math.floor(9 * random.next() ** 2) : 0, (which) => {
      const at = which === 0 ? usedAt : pastMs(person, days(89))
      return {
        id: idAt(at, person),
        at,
        call: which % 4 === 3 ? 'logout' : 'accountLoginV2',
        actor: 'account' as const,
        account_id: id,
        organisation_id: null,
        target: null,
        client: 'butterfly',
        outcome: which % 4 === 2 ? 'wrong_credentials' : 'ok',
        reason: null,
        log_id: idAt(at, person),
        address_hash: tokenOf('address', person.nth),
        browser: 'Chrome',
        kinds: which % 4 === 3 ? 'signed_out' : 'signed_in',
        is_unread: 0,
        organisation_act: null,
        organisation_actor: null,
      }
    })
  },
  activity: (person) => {
    const { random, id, clientAddress, usedAt, seed } = person
    const isActive = usedAt > seed.now - days(179)
    // Few people are very active.
    return some(person, isActive ? 1 + Math.floor(19 * random.next() ** 2) : 0, (which) => {
      const at = which === 0 ? usedAt : pastMs(person, days(179))
      return {
        id: idAt(at, person),
        account_id: id,
        kind: which % 4 === 3 ? ('signed_out' as const) : ('signed_in' as const),
        at,
        address: clientAddress,
        client: random.one(agents),
        detail: which % 4 === 3 ? '' : 'password',
      }
    })
  },
  platform_bindings: (person) =>
    some(person, 0.1, () => ({
      platform: 'example',
      app_id: 'app',
      openid: `openid${person.nth}`,
      unionid: null,
      account_id: person.id,
      name: `Person ${person.nth}`,
      tenant_key: null,
      bound_at: person.createdAt,
      picture: null,
    })),
  pending_changes: (person) =>
    waiting(person, person.mobile === null || person.email === null ? 0 : 0.01, () => {
      const at = pastMs(person, hours(47))
      return {
        account_id: person.id,
        method: 'mobile',
        value: person.mobile ?? '',
        successor: null,
        is_lost: 1,
        asked_by: 'email',
        asked_at: at,
        takes_effect_at: at + hours(48),
        attempts: 0,
        next_attempt_at: null,
        sent_at: null,
        first_operator: null,
      }
    }),
  sign_in_history: (person) =>
    waiting(person, 0.02, () => {
      const at = pastMs(person, days(6))
      return {
        id: idAt(at, person),
        account_id: person.id,
        at,
        change: 'password_changed',
        username: person.username,
        proven_by: null,
        mobile: person.mobile,
        mobile_bound_at: person.mobile === null ? null : person.createdAt,
        email: person.email,
        email_bound_at: person.email === null ? null : person.createdAt,
        platforms: '[]',
        password_hash: person.passwordHash,
        authenticator: null,
        passkeys: null,
        recovery: null,
        recovery_added_at: null,
      }
    }),
  guards: (person) =>
    waiting(person, 0.005, () => {
      const since = pastMs(person, hours(40))
      const { kind, value } = addressOf(person)
      const held = { kind, address: value, bound_at: person.createdAt }
      return { account_id: person.id, ...held, since, until: since + hours(48) }
    }),
  // Each waits for an hour at most.
  known_browsers: (person) =>
    person.browsers.map((token) => {
      const at = Math.max(person.createdAt, pastMs(person, days(390)))
      return {
        token_hash: hashToken(token),
        account_id: person.id,
        session_id: idAt(at, person),
        signed_in_at: at,
        expires_at: at + days(400),
        client_address: person.clientAddress,
        client: null,
        device_name: null,
      }
    }),
  // Every third person has one device that remembers the account.
  remembered_accounts: (person) =>
    some(person, 0.33, () => {
      const at = pastMs(person, days(60))
      return {
        id: idAt(at, person),
        family_hash: tokenOf('family', person.nth),
        token_hash: tokenOf('device token', person.nth),
        previous_hash: null,
        account_id: person.id,
        session_id: idAt(at, person),
        address: person.clientAddress,
        client: agents[0] ?? '',
        proven_at: at,
        last_used_at: at,
        expires_at: at + days(90),
        device_name: null,
        ancestors: idAt(at, person),
        let_in_by: 'mobile',
        root_way: 'sms' as const,
        root_proven_at: at,
      }
    }),
} satisfies SomeShares
