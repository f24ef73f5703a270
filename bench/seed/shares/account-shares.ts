import { hashToken } from '#account-api/kernel/random'
import { days, hours, minutes } from '#account-api/kernel/time'
import { idAt, type Person, type SomeShares } from '#bench/seed/person'
import { shortTokenOf, tokenOf } from '#bench/seed/random'
import { sortKeyOf } from '#rules/typed/name-key'
import { usernameRecord } from '#rules/typed/username'
import { addressOf, agents, pastMs, some } from './rows'

/** Every twentieth person has an authenticator app. No key opens its secret, so it cannot be used. */
const hasAuthenticator = ({ nth, isWhole }: Person): boolean => nth % 20 === 7 && !isWhole

/** Every fifth person has a recovery address. */
const hasRecoveryEmail = ({ nth, isWhole }: Person): boolean => nth % 5 === 1 && !isWhole

/** Every tenth person has a passkey. Its private key does not exist. */
const hasPasskey = ({ nth, isWhole }: Person): boolean => nth % 10 === 3 && !isWhole

/** Accounts: how people sign in, and what proves them. */
export const accountShares = {
  accounts: (person) => {
    const { random } = person
    return [
      {
        id: person.id,
        account_type: 0,
        password_hash: person.passwordHash,
        password_chosen_at: null,
        password_breached_at: null,
        earlier_password_hash: null,
        earlier_password_taken_at: null,
        language: person.language,
        created_at: person.createdAt,
        last_used_at: person.usedAt,
        name: person.isNameChosen ? person.username : null,
        name_key: person.isNameChosen ? sortKeyOf(person.username) : null,
        birthday: random.chance(0.2) ? `19${60 + random.whole(40)}-0${1 + random.whole(9)}-1${random.whole(10)}` : null,
        username_is_chosen: person.isNameChosen ? 1 : 0,
        profile_changed_at: null,
        avatar: null,
        background: null,
        erase_at: person.eraseAt,
        erasing_until: null,
        erasure_attempts: 0,
        time_zone: random.chance(0.1) ? 'Asia/Tokyo' : null,
        terms_version: '2026-12',
        session_generation: 0,
        has_ended_sessions: 0,
        frozen_at: null,
        frozen_reason: null,
        authenticator_since: hasAuthenticator(person) ? person.createdAt : null,
        asks_authenticator: 0,
        passkey_since: hasPasskey(person) ? person.createdAt : null,
        authenticator_counts_from: null,
        factor_asked_at: null,
      },
    ]
  },
  terms_acceptances: (person) => [{ account_id: person.id, version: '2026-12', accepted_at: person.createdAt }],
  authenticators: (person) =>
    hasAuthenticator(person)
      ? [
          {
            account_id: person.id,
            sealed: tokenOf('authenticator', person.nth),
            sealed_by: 'seeded',
            last_step: Math.floor(person.createdAt / 30_000),
          },
        ]
      : [],
  recovery_codes: (person) =>
    hasAuthenticator(person)
      ? Array.from({ length: 10 }, (_, which) => ({
          account_id: person.id,
          hash: tokenOf('recovery code', person.nth, which),
          made_at: person.createdAt,
        }))
      : [],
  passkeys: (person) =>
    hasPasskey(person)
      ? [
          {
            id: tokenOf('passkey', person.nth).slice(0, 22),
            account_id: person.id,
            credential_id: tokenOf('credential', person.nth),
            public_key: tokenOf('public key', person.nth),
            counter: 0,
            transports: 'internal,hybrid',
            name: 'Chrome, Windows',
            made_at: person.createdAt,
            used_at: null,
          },
        ]
      : [],
  recovery_emails: (person) =>
    hasRecoveryEmail(person)
      ? [{ account_id: person.id, email: `recovery-${person.nth}@example.net`, added_at: person.createdAt }]
      : [],
  identifiers: ({ id, createdAt, mobile, email, username }) => {
    const bound = { account_id: id, bound_at: createdAt }
    return [
      { kind: 'username', ...usernameRecord(username), ...bound },
      ...(mobile === null ? [] : [{ kind: 'mobile' as const, value: mobile, skeleton: null, ...bound }]),
      ...(email === null ? [] : [{ kind: 'email' as const, value: email, skeleton: null, ...bound }]),
    ]
  },
  username_changes: (person) =>
    some(person, person.isNameChosen ? 0.5 : 0, () => {
      const username = `past-${person.username}`
      const at = pastMs(person, days(360))
      const { id } = person
      return {
        id: idAt(at, person),
        account_id: id,
        username,
        skeleton: usernameRecord(username).skeleton,
        changed_at: at,
      }
    }),
  held_usernames: (person) =>
    some(person, 0.002, () => {
      const username = `support-${person.username}`
      return {
        account_id: person.id,
        username,
        skeleton: usernameRecord(username).skeleton,
        held_at: pastMs(person, days(14)),
      }
    }),
  email_claims: (person) =>
    some(person, person.email === null ? 0.05 : 0, () => ({
      account_id: person.id,
      email: `claimed${person.nth}@example.com`,
      claimed_at: person.createdAt,
    })),
  codes: (person) =>
    some(person, 0.1, () => {
      const createdAt = pastMs(person, days(1))
      const { channel, value } = addressOf(person)
      return {
        channel,
        target: value,
        purpose: channel === 'sms' ? 7 : 13,
        asker: shortTokenOf('asker', person.nth),
        by_known_browser: 1,
        key: shortTokenOf('code', person.nth),
        hash: tokenOf('code', person.nth),
        earlier_hash: null,
        created_at: createdAt,
        expires_at: createdAt + minutes(10),
        tries_left: 4,
        unnamed_tries_left: 5,
        used_at: person.random.chance(0.8) ? createdAt + minutes(1) : null,
      }
    }),
  tickets: (person) =>
    some(person, 0.1, () => {
      const at = pastMs(person, minutes(60))
      const { kind, value } = addressOf(person)
      const disowned = { change: 'password_changed', at, by: { kind, value } }
      const isNotMe = person.random.chance(0.5)
      return {
        hash: tokenOf('ticket', person.nth),
        purpose: isNotMe ? 'not_me' : 'proven_mobile',
        account_id: isNotMe ? person.id : null,
        session_id: null,
        value: isNotMe ? JSON.stringify(disowned) : value,
        address: value,
        created_at: at,
        expires_at: at + (isNotMe ? hours(72) : hours(1) + minutes(1)),
        used_at: null,
      }
    }),
  sessions: (person) =>
    person.sessions.map(({ id, token, begunAt, seenAt }) => {
      const way = person.passwordHash === null ? ('sms' as const) : ('password' as const)
      return {
        id,
        token_hash: hashToken(token),
        previous_token_hash: null,
        account_id: person.id,
        created_at: begunAt,
        last_seen_at: seenAt,
        due_at: seenAt + days(14),
        proven_at: begunAt,
        previous_proven_at: null,
        mobile_proven_at: way === 'sms' ? begunAt : null,
        email_proven_at: null,
        password_proven_at: way === 'password' ? begunAt : null,
        authenticator_proven_at: null,
        passkey_proven_at: null,
        address: person.clientAddress,
        client: person.random.one(agents),
        way,
        identity_id: null,
        renewed_at: null,
        generation: 0,
        device_name: null,
        ancestors: '',
        let_in_by: way === 'sms' ? 'mobile' : 'password',
        root_way: way,
        root_proven_at: begunAt,
      }
    }),
} satisfies SomeShares
