import { z } from 'zod'

/** RFC 6749, section 4.1.2.1, and OpenID Connect Core 1.0, section 3.1.2.6. */
const authorizationErrors = [
  ...['invalid_request', 'unauthorized_client', 'access_denied', 'unsupported_response_type', 'invalid_scope'],
  ...['server_error', 'temporarily_unavailable', 'interaction_required', 'login_required', 'consent_required'],
  ...['account_selection_required', 'request_not_supported', 'request_uri_not_supported'],
] as const

/** RFC 6749, section 5.2. */
const tokenErrors = [
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'unsupported_grant_type'],
  'invalid_scope',
] as const

const claimValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])
const seconds = z.number().int().min(1)

const client = z.strictObject({
  client_id: z.string(),
  redirect_uris: z.array(z.string()).min(1),
  post_logout_redirect_uris: z.array(z.string()),
  backchannel_logout_uri: z.string().nullable(),
  /** 'none': a public client, which has no secret. */
  token_endpoint_auth_method: z.enum(['client_secret_basic', 'client_secret_post', 'none']),
})

const person = z.strictObject({
  name: z.string(),
  email: z.email().nullable(),
  phone_number: z
    .string()
    .regex(/^\+\d{6,15}$/, 'has to be E.164, as +8613800000001')
    .nullable(),
  birthdate: z.iso.date().nullable(),
  zoneinfo: z.string().nullable(),
})

const config = z.strictObject({
  client,
  person: person.refine(
    ({ email, phone_number }) => email !== null || phone_number !== null,
    'needs an email or a phone_number',
  ),
  /** More claims, with the same values for everybody. */
  claims: z.record(z.string(), claimValue),
  /** The claims that are also in the ID token. */
  id_token_claims: z.array(z.string()),
  /** False: nobody is signed in, and people see the pages. */
  signed_in: z.boolean(),
  /** The next authorization request ends with it. */
  next_error: z.enum(authorizationErrors).nullable(),
  /** The next token request ends with it. */
  next_token_error: z.enum(tokenErrors).nullable(),
  /** The lifetimes of tokens in seconds, if shorter than in production. */
  token_lifetimes: z.strictObject({ access_token: seconds, refresh_token: seconds }),
})
export type Config = z.output<typeof config>

export const usualConfig: Config = {
  client: {
    client_id: 'orchard',
    redirect_uris: ['http://localhost:8080/callback'],
    post_logout_redirect_uris: [],
    backchannel_logout_uri: null,
    token_endpoint_auth_method: 'client_secret_basic',
  },
  person: { name: 'Ann', email: 'ann@example.com', phone_number: null, birthdate: null, zoneinfo: null },
  claims: {},
  id_token_claims: [],
  signed_in: true,
  next_error: null,
  next_token_error: null,
  token_lifetimes: { access_token: 3600, refresh_token: 30 * 24 * 3600 },
}

/** The fault of a request to the simulator. */
export class InvalidRequest extends Error {}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parts with fields that can be changed separately. */
const merged = ['client', 'person', 'token_lifetimes']

/**
 * A changed configuration. `claims` are replaced as a whole.
 * @throws InvalidRequest that names the field
 */
export const changed = (before: Config, changes: unknown): Config => {
  if (!isObject(changes)) throw new InvalidRequest('the body has to be a JSON object')
  const parts = Object.entries(changes).map(([name, value]) => {
    const old = (before as Record<string, unknown>)[name]
    return [name, merged.includes(name) && isObject(old) && isObject(value) ? { ...old, ...value } : value]
  })
  const read = config.safeParse({ ...before, ...Object.fromEntries(parts) })
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new InvalidRequest([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '))
}
