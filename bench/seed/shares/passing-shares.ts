import { days, hours, minutes } from '#account-api/kernel/time'
import { idAt, type SomeShares } from '#bench/seed/person'
import { picture, shortTokenOf, tokenOf } from '#bench/seed/random'
import { addressOf, agents, pastMs, some } from './rows'

/** Short-lived rows: QR codes, limits, captchas, and rows of processes. */
export const passingShares = {
  // One of two hundred people is signing in at another screen.
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
      form: null,
      expires_at: person.seed.now + minutes(person.random.whole(60)),
    })),
  request_keys: (person) =>
    some(person, 0.001, () => ({
      hash: tokenOf('request key', person.nth),
      answer: tokenOf('answer to a request key', person.nth),
      expires_at: person.seed.now + minutes(1),
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
  // A week of hours with 16 rows each, regardless of the number of accounts.
  guesses: ({ nth, seed, random }) => {
    const hour = Math.floor(seed.now / hours(1)) - Math.floor(nth / 16)
    return nth < 7 * 24 * 16 ? [{ hour, shard: nth % 16, count: random.whole(10) }] : []
  },
  leases: () => [],
  // One row per start of an account API, regardless of the number of accounts.
  probes: () => [],
  nonces: (person) =>
    some(person, 0.02, () => ({
      nonce: shortTokenOf('nonce', person.nth),
      expires_at: person.seed.now + minutes(1 + person.random.whole(9)),
    })),
  nonce_memory: ({ nth }) => (nth === 0 ? [{ memory: 'nonces', since: 0 }] : []),
  imported_people: (person) =>
    some(person, 0.5, () => ({ origin: tokenOf('origin', person.nth), imported_at: person.createdAt, by_sign_in: 0 })),
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
} satisfies SomeShares
