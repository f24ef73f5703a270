import type { Schema } from '../../account-api/database/schema'
import { hashToken } from '../../account-api/kernel/random'
import { days, hours, minutes } from '../../account-api/kernel/time'
import { skeletonOf } from '../../rules/names/skeleton'
import { largeShares } from './large-organisation'
import { organisationShares } from './organisations'
import { idAt, type Person, type Share } from './person'
import { managedOrganisationOf } from './place'
import { picture, shortTokenOf, tokenOf } from './random'

const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
]

/** So many people have a row of everything that they can have, however rare it is. */
const complete = 16

/** As many rows as `share` says: the whole part for everybody, the rest by chance. */
const some = <Row>({ nth, random }: Person, share: number, row: (which: number) => Row): Row[] => {
  const rows: Row[] = []
  const isMore = random.chance(share % 1) || (nth < complete && share > 0)
  const length = Math.floor(share) + (isMore ? 1 : 0)
  for (let which = 0; which < length; which += 1) rows.push(row(which))
  return rows
}

/** What waits for an account, as a cancellation. A whole account has nothing that waits. */
const waiting = <Row>(person: Person, share: number, row: (which: number) => Row): Row[] =>
  some(person, person.isWhole && person.nth > 0 ? 0 : share, row)

/** Every twentieth person has an authenticator app. Its secret opens with no key: nobody signs in with it. */
const hasAuthenticator = ({ nth, isWhole }: Person): boolean => nth % 20 === 7 && !isWhole

/** Every fifth person has a recovery address. */
const hasRecoveryEmail = ({ nth, isWhole }: Person): boolean => nth % 5 === 1 && !isWhole

/** Every tenth person has a passkey. Nobody has its key. */
const hasPasskey = ({ nth, isWhole }: Person): boolean => nth % 10 === 3 && !isWhole

/** An address of the account that messages go to. */
const addressOf = ({ mobile, email }: Person) =>
  mobile !== null
    ? { channel: 'sms' as const, kind: 'mobile' as const, value: mobile }
    : { channel: 'email' as const, kind: 'email' as const, value: email ?? '' }

const pastMs = ({ seed, random }: Person, mostMs: number): number => seed.now - Math.floor(mostMs * random.next())

const openClient = (id: string, organisationId: string | null, { createdAt }: Person) => ({
  id,
  name: 'Orchard',
  icon: organisationId === null ? 'seeded-icon' : null,
  organisation_id: organisationId,
  redirect_uris: '["https://orchard.example/back"]',
  post_logout_uris: '[]',
  logout_url: null,
  scopes: 'openid profile email offline_access',
  is_first_party: 0,
  is_verified: organisationId === null ? 1 : 0,
  requires_pkce: 1,
  has_device_grant: 1,
  id_token_alg: 'RS256',
  claim_rules: null,
  secret_hash: null,
  previous_secret_hash: null,
  previous_secret_until: null,
  created_at: createdAt,
  disabled_at: null,
  removed_at: null,
  is_disabled_by_owner: 0,
  tokens_ended_at: null,
})

const message = (person: Person, createdAt: number) => {
  const { channel, value } = addressOf(person)
  return {
    id: idAt(createdAt, person),
    recipient: value,
    channel,
    purpose: 'login',
    subject: '',
    body: '',
    code: null,
    link: null,
    language: 'en',
    created_at: createdAt,
    attempts: 1,
    next_attempt_at: createdAt + minutes(1),
    delivered_at: null,
    given_up_at: null,
    is_bulk: 0,
    answer: null,
  }
}

const text = 'Your code is 123456. It is valid for 10 minutes. If you did not ask for it, ignore this message.'
/** The shares of organisations, with those of the large one. */
const withLarge = (small: typeof organisationShares): typeof organisationShares => {
  const both = Object.entries<(person: Person) => unknown[]>(small).map(([table, share]) => {
    const large = largeShares[table as keyof typeof small]
    return [table, (person: Person) => [...share(person), ...(large?.(person) ?? [])]]
  })
  return Object.fromEntries(both) as typeof organisationShares
}

/** The accounts come first, since the others name them. A new table does not compile without a share here. */
export const shares: { [Table in keyof Schema]: Share<Table> } = {
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
      { kind: 'username', value: username, ...bound, skeleton: skeletonOf(username) },
      ...(mobile === null ? [] : [{ kind: 'mobile' as const, value: mobile, ...bound, skeleton: null }]),
      ...(email === null ? [] : [{ kind: 'email' as const, value: email, ...bound, skeleton: null }]),
    ]
  },
  username_changes: (person) =>
    some(person, person.isNameChosen ? 0.5 : 0, () => {
      const username = `past-${person.username}`
      const at = pastMs(person, days(360))
      const { id } = person
      return { id: idAt(at, person), account_id: id, username, skeleton: skeletonOf(username), changed_at: at }
    }),
  held_usernames: (person) =>
    some(person, 0.002, () => {
      const username = `support-${person.username}`
      return {
        account_id: person.id,
        username,
        skeleton: skeletonOf(username),
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
  applications: ({ nth, createdAt }) =>
    nth > 0
      ? []
      : [
          {
            aid: 'orchard',
            name: 'Orchard',
            url: 'https://accounts.orchard.example',
            key_version: 1,
            created_at: createdAt,
            disabled_at: null,
          },
        ],
  // One service, to which everybody signed in once, in a session that has ended since.
  services: ({ nth, createdAt }) =>
    nth > 0
      ? []
      : [
          {
            id: 'seeded',
            name: 'Orchard',
            url: 'https://orchard.example/',
            logout_url: null,
            attributes: 'username,email',
            may_gateway: 0,
            created_at: createdAt,
            removed_at: null,
          },
        ],
  operator_keys: ({ nth, seed, createdAt }) =>
    nth > 0
      ? []
      : [
          {
            ...{ id: 'seeded', hash: 'seeded', name: 'support desk', holder: 'Ann', scopes: 'read support' },
            ...{ created_at: createdAt, expires_at: seed.now + days(90), revoked_at: null, last_used_at: null },
            ...{ made_by: null, line: 'seeded' },
          },
        ],
  // The first person is one, who is at the desk now.
  operators: ({ nth, id, createdAt }) =>
    nth > 0 ? [] : [{ account_id: id, scopes: 'read support', added_at: createdAt, added_by: 'application key' }],
  desk_sessions: ({ nth, id, sessions: [session], seed: { now } }) =>
    nth > 0 || !session
      ? []
      : [
          {
            ...{ hash: hashToken(`desk ${session.token}`), account_id: id, session_id: session.id, challenge: null },
            ...{ issued_at: now, expires_at: now + hours(8), last_used_at: now },
          },
        ],
  // One site, at which some are in their first session.
  protected_sites: ({ nth, createdAt }) =>
    nth > 0
      ? []
      : [
          {
            id: 'seeded',
            name: 'Orchard wiki',
            origin: 'https://wiki.orchard.example',
            people: '',
            facts: 'name,email',
            created_at: createdAt,
            removed_at: null,
          },
        ],
  site_sessions: ({ sessions: [session], seed: { now }, random }) =>
    session && random.chance(0.2)
      ? [
          {
            hash: hashToken(`site ${session.token}`),
            site_id: 'seeded',
            session_id: session.id,
            challenge: null,
            issued_at: session.begunAt,
            expires_at: now + days(60),
          },
        ]
      : [],
  service_tickets: (person) => {
    const issuedAt = pastMs(person, days(90))
    return some(person, 0.5, () => ({
      hash: tokenOf('service ticket', person.nth),
      service_id: 'seeded',
      session_id: null,
      proof: null,
      issued_at: issuedAt,
      expires_at: issuedAt + days(91),
      spent_at: issuedAt,
      ticket: null,
      attempts: 0,
      next_attempt_at: 0,
    }))
  },
  // One application, which half of the people have authorised once, without a token that lives; and one of each organisation.
  open_clients: (person) => {
    const organisationId = managedOrganisationOf(person)
    const ofOperator = person.nth === 0 ? [openClient('seeded', null, person)] : []
    return [
      ...ofOperator,
      ...(organisationId === undefined ? [] : [openClient(`of-${person.nth}`, organisationId, person)]),
    ]
  },
  client_icons: ({ nth, createdAt }) =>
    nth > 0 ? [] : [{ key: 'seeded-icon', client_id: 'seeded', base64: '', created_at: createdAt }],
  authorisations: (person) => {
    const grantedAt = pastMs(person, days(365))
    return some(person, 0.5, () => ({
      id: idAt(grantedAt, person),
      account_id: person.id,
      client_id: 'seeded',
      identity_id: null,
      scopes: 'openid profile',
      declined: '',
      granted_at: grantedAt,
      granted_in: null,
      ended_at: null,
      used_at: grantedAt,
    }))
  },
  protocol_records: (person) =>
    some(person, 0.5, () => ({
      hash: tokenOf('grant', person.nth),
      payload: '{"kind":"Grant"}',
      grant_hash: null,
      authorisation_id: null,
      chain_hash: null,
      session_id: null,
      user_code_hash: null,
      expires_at: pastMs(person, minutes(60)) + days(365),
      consumed_at: null,
      answered_at: null,
      answered_in: null,
    })),
  client_sessions: (person) =>
    some(person, 0.1, () => ({
      id: tokenOf('client session', person.nth),
      client_id: 'seeded',
      session_id: null,
      account_id: person.id,
      sid: 'seeded',
      expires_at: pastMs(person, days(1)) + days(91),
      attempts: 0,
      next_attempt_at: pastMs(person, days(1)),
    })),
  signing_keys: () => [],
  // As many as there are entries of the activity, and for half as long.
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
      }
    })
  },
  activity: (person) => {
    const { random, id, clientAddress, usedAt, seed } = person
    const isActive = usedAt > seed.now - days(179)
    // Few people do very much.
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
  // One of two hundred is just signing in at another screen.
  qr_codes: (person) =>
    some(person, 0.005, () => {
      const at = pastMs(person, minutes(4))
      const { address, client } = { address: person.clientAddress, client: agents[0] ?? '' }
      return {
        polling_hash: tokenOf('polling half', person.nth),
        scanned_hash: tokenOf('scanned half', person.nth),
        letters_hash: tokenOf('letters', person.nth),
        state: 'scanned',
        matching_number: 42,
        matching_numbers: '17,42,93',
        leads_to: '',
        shown_account_id: null,
        shown_session_id: null,
        moves: null,
        open_request: null,
        address,
        client,
        account_id: person.id,
        session_id: idAt(at, person),
        proven_at: null,
        created_at: at,
        expires_at: at + minutes(5),
      }
    }),
  return_addresses: (person) =>
    some(person, 0.01, () => ({
      handle_hash: tokenOf('handle', person.nth),
      address: `/settings?from=${'x'.repeat(600)}`,
      expires_at: person.seed.now + minutes(person.random.whole(60)),
    })),
  counters: (person) =>
    some(person, 0.6, (which) => {
      const { channel, kind, value } = addressOf(person)
      const bucket = Math.floor(person.seed.now / hours(3))
      const counted = [
        ['codesToAnAddress', `${channel}:${value}`, `:${bucket - which}`],
        ['wrongPasswordsForAnAccount', `${kind}:${value}`, ''],
        ['wrongPasswordsOfADay', person.id, `:${Math.floor(person.seed.now / days(1))}`],
      ] as const
      const [name, subject, part] = person.random.one(counted)
      const expiresAt = person.seed.now + minutes(1 + person.random.whole(24 * 60))
      const count = 1 + person.random.whole(3)
      return { key: `${name}:${subject}${part}`, subject, count, expires_at: expiresAt }
    }),
  buckets: (person) =>
    some(person, 0.2, () => {
      const { kind, value } = addressOf(person)
      const emptyAt = person.seed.now + minutes(1 + person.random.whole(24 * 60))
      return person.random.chance(0.5)
        ? { name: 'passwordsForAnIdentifier', subject: `${kind}:${value}`, part: '', empty_at: emptyAt }
        : { name: 'passwordsFromAKnownAddress', subject: person.id, part: person.clientAddress, empty_at: emptyAt }
    }),
  // A week of hours with 16 rows each, however many accounts there are.
  guesses: ({ nth, seed, random }) => {
    const hour = Math.floor(seed.now / hours(1)) - Math.floor(nth / 16)
    return nth < 7 * 24 * 16 ? [{ hour, shard: nth % 16, count: random.whole(10) }] : []
  },
  leases: () => [],
  // One row for each start of an account API, whatever the number of accounts.
  probes: () => [],
  nonces: (person) =>
    some(person, 0.02, () => ({
      nonce: shortTokenOf('nonce', person.nth),
      expires_at: person.seed.now + minutes(1 + person.random.whole(9)),
    })),
  nonce_memory: ({ nth }) => (nth === 0 ? [{ memory: 'nonces', since: 0 }] : []),
  imported_people: (person) =>
    some(person, 0.5, () => ({ origin: tokenOf('origin', person.nth), imported_at: person.createdAt })),
  // No seeded account has a hash of another system.
  imported_hash_kinds: () => [],
  captchas: (person) =>
    some(person, 0.01, () => ({
      id: idAt(person.seed.now, person),
      decision: shortTokenOf('decision', person.nth),
      subtype: 'text',
      visitor: tokenOf('visitor', person.nth),
      solution: 'abcdef',
      spoken: '123456',
      scene: picture,
      piece: null,
      created_at: person.seed.now,
      expires_at: person.seed.now + minutes(2),
      tries_left: 3,
      solved_at: null,
    })),
  images: (person) =>
    some(person, 0.01, () => ({
      key: shortTokenOf('image', person.nth),
      account_id: person.id,
      kind: 'avatar',
      media_type: 'image/jpeg',
      base64: picture,
      created_at: person.createdAt,
    })),
  ...withLarge(organisationShares),
  announcements: (person) =>
    some(person, 0.0001, () => {
      const at = pastMs(person, days(20))
      const texts = { text_en: 'Closed from 2 to 3.', text_zh_hans: '2 点至 3 点暂停。' }
      return { id: idAt(at, person), ...texts, starts_at: at, ends_at: at + hours(1) }
    }),
  outbox: (person) => [
    ...some(person, 0.5, () => {
      const at = pastMs(person, days(6))
      return { ...message(person, at), delivered_at: at + 1000 }
    }),
    ...some(person, 0.01, () => ({ ...message(person, pastMs(person, minutes(20))), body: text, code: '123456' })),
    ...some(person, 0.01, () => {
      const at = pastMs(person, days(6))
      return { ...message(person, at), attempts: 10, given_up_at: at + hours(1), answer: 'EENVELOPE 550' }
    }),
  ],
}

export const tables = Object.keys(shares) as (keyof Schema)[]
