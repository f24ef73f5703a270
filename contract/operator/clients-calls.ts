import { z } from 'zod'
import { call } from '#contract/call'
import { changes, shows } from '#contract/operator/operator-power'
import { idInPath, mayHaveReason, moment, nothing, ofWebhook, typed, typedList } from './fields'

/** A client, for an operator. */
const client = z.object({
  client_key: z.string(),
  name: z.string(),
  /** Null: registered by the operator. */
  owner: z.object({ name: z.string(), is_frozen: z.boolean() }).nullable(),
  redirect_uris: z.array(z.string()),
  post_logout_uris: z.array(z.string()),
  /** Schemes without a dot that its addresses may have, and any scheme of a client with a secret. */
  app_schemes: z.array(z.string()),
  logout_url: z.string().nullable(),
  scopes: z.array(z.string()),
  is_verified: z.boolean(),
  is_first_party: z.boolean(),
  requires_pkce: z.boolean(),
  /** True when its requests have to be pushed first (RFC 9126). */
  requires_par: z.boolean(),
  /** True when its requests have to be signed (RFC 9101). */
  requires_jar: z.boolean(),
  /** True when its tokens are bound to a key that it holds (RFC 9449). */
  requires_dpop: z.boolean(),
  /** Null: none. */
  profile: z.enum(['fapi2']).nullable(),
  /** Its public keys, or their address. Null: none. */
  keys: z.union([z.string(), z.record(z.string(), z.unknown())]).nullable(),
  /** True when it authenticates by a signature, not by a secret. */
  uses_keys: z.boolean(),
  /** The scopes that it gets for itself, by the id of the API. */
  machine_scopes: z.record(z.string(), z.array(z.string())),
  /** The scopes that it may request from people, by the id of the API. */
  person_scopes: z.record(z.string(), z.array(z.string())),
  /** The scopes that it gets by token exchange, by the id of the API. */
  exchange_scopes: z.record(z.string(), z.array(z.string())),
  machine_used_at: moment.nullable(),
  has_device_grant: z.boolean(),
  id_token_alg: z.string(),
  /** The rules for its claims. Null: all at the userinfo endpoint. */
  claims: z.record(z.string(), z.unknown()).nullable(),
  /** True for a client that cannot keep a secret. */
  is_public: z.boolean(),
  previous_secret_until: moment.nullable(),
  disabled_at: moment.nullable(),
  is_disabled_by_owner: z.boolean(),
  /** The webhook that sends it signals about people, and the host. Null: it gets none. */
  signals: z.object({ ...ofWebhook, host: z.string() }).nullable(),
})
export type ClientShown = z.output<typeof client>

const ofClient = z.object({ client_key: idInPath, ...mayHaveReason })
const errors = ['no_such_client'] as const

export const listClients = call({
  name: 'listClients',
  summary: 'Lists the clients of the operator, or those of an organisation.',
  method: 'GET',
  path: 'clients',
  input: z.object({ sec_subject_uid: idInPath.optional() }),
  output: z.object({ clients: z.array(client.omit({ owner: true, signals: true })) }),
  errors: ['no_such_organisation'],
  ...shows('clients'),
})

export const showClient = call({
  name: 'showClient',
  summary: 'Shows a client.',
  method: 'GET',
  path: 'clients/{client_key}',
  input: z.object({ client_key: idInPath }),
  output: client,
  errors,
  ...shows('clients'),
})

export const addClient = call({
  name: 'addClient',
  summary: 'Registers a client of the operator, and shows its secret once.',
  path: 'clients',
  input: z.object({
    client_key: typed,
    /** Empty: a client that only gets tokens for itself. */
    redirect_uris: typedList,
    app_schemes: typedList.default([]),
    name: typed,
    /** True for a client that cannot keep a secret. */
    is_public: z.boolean().default(false),
    ...mayHaveReason,
  }),
  output: z.object({ secret: z.string().nullable() }),
  errors: ['taken'],
  ...changes('clients', { undoneBy: 'removeClientByOperator', tells: ['operators'] }),
  once: true,
})

export const changeClient = call({
  name: 'changeClient',
  summary: 'Changes the given fields of a client. If one is refused, none is changed.',
  path: 'clients/{client_key}',
  input: ofClient.extend({
    redirect_uris: typedList.optional(),
    post_logout_uris: typedList.optional(),
    app_schemes: typedList.optional(),
    /** Null: it is not notified of ended sessions. */
    logout_url: typed.nullable().optional(),
    scopes: typedList.optional(),
    is_first_party: z.boolean().optional(),
    requires_pkce: z.boolean().optional(),
    requires_par: z.boolean().optional(),
    requires_jar: z.boolean().optional(),
    requires_dpop: z.boolean().optional(),
    /** `fapi2`: PAR, PKCE, DPoP, and authentication by keys. Null: none. */
    profile: z.enum(['fapi2']).nullable().optional(),
    has_device_grant: z.boolean().optional(),
    id_token_alg: typed.optional(),
  }),
  output: nothing,
  errors: ['no_such_client', 'not_possible'],
  ...changes('clients', { undoneBy: 'changeClient' }),
})

export const nameClient = call({
  name: 'nameClient',
  summary: 'Sets the name of a client that pages show.',
  path: 'clients/{client_key}/name',
  input: ofClient.extend({ name: typed }),
  output: z.object({ name: z.string() }),
  errors,
  ...changes('clients', { undoneBy: 'nameClient' }),
})

export const verifyClient = call({
  name: 'verifyClient',
  summary: 'Sets whether pages show a client as verified by the operator.',
  path: 'clients/{client_key}/verified',
  input: ofClient.extend({ is_verified: z.boolean() }),
  output: nothing,
  errors,
  ...changes('clients', { undoneBy: 'verifyClient' }),
})

/** A call that does one act to a client, without a result. */
const act = <const Name extends string>(
  name: Name,
  does: string,
  { summary, undoneBy }: Record<'summary' | 'undoneBy', string>,
) =>
  call({
    name,
    summary,
    path: `clients/{client_key}/${does}`,
    input: ofClient,
    output: nothing,
    errors,
    ...changes('clients', { undoneBy }),
  })

export const disableClientByOperator = act('disableClientByOperator', 'disable', {
  summary: 'Ends all tokens of a client, and refuses its requests.',
  undoneBy: 'enableClientByOperator',
})

export const enableClientByOperator = act('enableClientByOperator', 'enable', {
  summary: 'Accepts the requests of a client again.',
  undoneBy: 'disableClientByOperator',
})

export const removeClientByOperator = act('removeClientByOperator', 'remove', {
  summary: 'Removes a client, and its authorisations. Its key is never used again.',
  undoneBy: 'stays',
})
