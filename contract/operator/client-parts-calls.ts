import { z } from 'zod'
import { call } from '#contract/call'
import { changes, revealsInFull, shows } from '#contract/operator/operator-power'
import { bytes } from '#contract/terms/fields'
import { sensitive } from '#contract/terms/sensitive'
import { idInPath, mayHaveReason, moment, namedUser, nothing, typed } from './fields'

const ofClient = z.object({ client_key: idInPath, ...mayHaveReason })

export const replaceClientPicture = call({
  name: 'replaceClientPicture',
  summary: "Sets the picture that people see next to a client's name.",
  path: 'clients/{client_key}/picture',
  body: 'multipart',
  input: ofClient.extend({ picture: bytes }),
  output: nothing,
  errors: ['no_such_client', 'picture_refused', 'busy'],
  ...changes('clients', { undoneBy: 'removeClientPicture' }),
})

export const removeClientPicture = call({
  name: 'removeClientPicture',
  summary: 'Removes the picture of a client.',
  path: 'clients/{client_key}/picture/remove',
  input: ofClient,
  output: nothing,
  errors: ['no_such_client'],
  ...changes('clients', { undoneBy: 'replaceClientPicture' }),
})

export const rotateSecretOfClient = call({
  name: 'rotateSecretOfClient',
  summary: 'Makes a new secret of a client, and returns it once. The previous secret works for 7 more days.',
  path: 'clients/{client_key}/rotate-secret',
  input: ofClient,
  output: z.object({ secret: z.string(), previous_until: moment }),
  errors: ['no_such_client', 'not_possible', 'already'],
  ...changes('clients', { undoneBy: 'stays', tells: ['operators'] }),
  once: true,
})

export const setClientKeys = call({
  name: 'setClientKeys',
  summary: 'Sets the public keys with which a client signs, or their address, and whether it authenticates with them.',
  path: 'clients/{client_key}/keys',
  /** `keys`: a JSON Web Key Set, or null for none. `keys_uri`: its address. Only one of the two. */
  input: ofClient.extend({
    keys: z.unknown().optional(),
    keys_uri: z.string().max(500).optional(),
    uses_keys: z.boolean().optional(),
  }),
  output: nothing,
  errors: ['no_such_client', 'not_possible'],
  ...changes('clients', { undoneBy: 'setClientKeys', tells: ['operators'] }),
})

/** A bearer token of RFC 6750. */
const bearerToken = sensitive(
  z
    .string()
    .max(1000)
    .regex(/^[\w.~+/-]+=*$/, 'is a token of letters, digits and -._~+/'),
)

export const setClientSignals = call({
  name: 'setClientSignals',
  summary: 'Sends signals about people to an address of a client, as Security Event Tokens (CAEP), or to none.',
  path: 'clients/{client_key}/signals',
  /** `url` null: none. `bearer`: the token that the receiver wants; without it, none is sent. */
  input: ofClient.extend({ url: typed.min(1).nullable(), bearer: bearerToken.optional() }),
  /** The webhook whose calls test it, switch it off and show its dead letters. Null: none. */
  output: z.object({ webhook_id: z.string().nullable() }),
  errors: ['no_such_client', 'already'],
  ...changes('clients', { undoneBy: 'setClientSignals', tells: ['operators'] }),
})

export const setClientClaims = call({
  name: 'setClientClaims',
  summary: 'Sets which claims the tokens of a client contain, by rules. Existing tokens keep their claims.',
  path: 'clients/{client_key}/claims',
  /** `rules` null: ID tokens name the person, and the userinfo endpoint returns everything. */
  input: ofClient.extend({ rules: z.unknown() }),
  output: nothing,
  errors: ['no_such_client'],
  ...changes('clients', { undoneBy: 'setClientClaims' }),
})

export const explainClientClaims = call({
  name: 'explainClientClaims',
  summary: "Returns the claims that a user's tokens for a client would have now.",
  path: 'clients/{client_key}/explain',
  input: ofClient.extend({ user: namedUser }),
  output: z.object({
    user_id: z.string(),
    username: z.string(),
    can_sign_in: z.boolean(),
    client_key: z.string(),
    is_disabled: z.boolean(),
    /** False: the scopes are all that the client may request. */
    has_agreed: z.boolean(),
    scopes: z.array(z.string()),
    id_token: z.record(z.string(), z.unknown()),
    userinfo: z.record(z.string(), z.unknown()),
  }),
  errors: ['no_such_client', 'no_such_user'],
  // Tokens contain whole addresses.
  ...revealsInFull(['clients', 'support']),
})

const explained = z.object({
  /** Its permissions, one sentence each. */
  may: z.array(z.string()),
  can_ask: z.boolean(),
  /** Null: no request was given. */
  request: z
    .object({
      /** All reasons why it fails. The client itself gets only the first. */
      faults: z.array(z.object({ about: z.string(), because: z.string(), to_do: z.string() })),
      notes: z.array(z.string()),
    })
    .nullable(),
})
export type ClientExplained = z.output<typeof explained>

export const explainClient = call({
  name: 'explainClient',
  summary: 'Returns what a client may do, and why an authorisation request of the client fails.',
  path: 'clients/{client_key}/explain-request',
  /** `request`: the whole URL of a request. */
  input: ofClient.extend({ request: z.string().max(8000).optional() }),
  output: explained,
  errors: ['no_such_client'],
  ...shows('clients'),
})

export const rotateSigningKeys = call({
  name: 'rotateSigningKeys',
  summary: 'Makes new keys that sign tokens. The previous keys stay published.',
  path: 'signing-keys/rotate',
  input: z.object(mayHaveReason),
  output: z.object({ signs_from: moment }),
  ...changes('clients', { undoneBy: 'stays' }),
  once: true,
})
