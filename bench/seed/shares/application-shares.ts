import { hashToken } from '#account-api/kernel/random'
import { days, minutes } from '#account-api/kernel/time'
import { idAt, type Person, type SomeShares } from '#bench/seed/person'
import { managedOrganisationOf } from '#bench/seed/place'
import { tokenOf } from '#bench/seed/random'
import { pastMs, some } from './rows'

const openClient = (id: string, organisationId: string | null, { createdAt }: Person) => ({
  id,
  name: 'Orchard',
  icon: organisationId === null ? 'seeded-icon' : null,
  organisation_id: organisationId,
  redirect_uris: '["https://orchard.example/back"]',
  post_logout_uris: '[]',
  app_schemes: '',
  logout_url: null,
  scopes: 'openid profile email offline_access',
  is_first_party: 0,
  is_verified: organisationId === null ? 1 : 0,
  requires_pkce: 1,
  has_device_grant: 1,
  id_token_alg: 'RS256',
  claim_rules: null,
  protocol: null,
  secret_hash: null,
  previous_secret_hash: null,
  previous_secret_until: null,
  created_at: createdAt,
  disabled_at: null,
  removed_at: null,
  is_disabled_by_owner: 0,
  tokens_ended_at: null,
  document_until: null,
  is_kept: 0,
  machine_used_at: null,
  secret_told_of: null,
  registered_by: null,
  secret_expires_at: null,
})

/** Applications, services and sites, and what people have granted them. */
export const applicationShares = {
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
  // One protected site, with some people in their first session.
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
  // One application, which half of the people have authorised once, without a living token, and one of each
  // organisation.
  open_clients: (person) => {
    const organisationId = managedOrganisationOf(person)
    const ofOperator = person.nth === 0 ? [openClient('seeded', null, person)] : []
    return [
      ...ofOperator,
      ...(organisationId === undefined ? [] : [openClient(`of-${person.nth}`, organisationId, person)]),
    ]
  },
  open_apis: ({ nth, createdAt }) =>
    nth > 0
      ? []
      : [
          {
            id: 'seeded',
            identifier: 'https://api.orchard.example/',
            name: 'Orchard',
            scopes: '{"trees.read":{"en":"See your trees","zh-Hans":"查看你的树"}}',
            token_format: 'jwt',
            token_seconds: 600,
            may_refresh: 0,
            organisation_scopes: '[]',
            document_scopes: '[]',
            client_id: null,
            created_at: createdAt,
            removed_at: null,
          },
        ],
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
      agreed_to: null,
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
      subject_hash: null,
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
      awaits_signal: 0,
      expires_at: pastMs(person, days(1)) + days(91),
      attempts: 0,
      next_attempt_at: pastMs(person, days(1)),
    })),
  signing_keys: () => [],
} satisfies SomeShares
