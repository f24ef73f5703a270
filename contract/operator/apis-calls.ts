import { z } from 'zod'
import { call } from '#contract/call'
import { changes, shows } from '#contract/operator/operator-power'
import { idInPath, mayHaveReason, nothing, typed, typedList } from './fields'

const texts = z.object({ en: z.string(), 'zh-Hans': z.string() })

const fields = {
  /** Each scope with its text for people: the same in all languages, or by language. */
  scopes: z.record(z.string(), z.union([z.string(), texts])).optional(),
  token_format: z.enum(['opaque', 'jwt']).optional(),
  token_seconds: z.number().int().optional(),
  /** True: people's refresh tokens yield tokens for it. */
  may_refresh: z.boolean().optional(),
  /** The scopes that organisations may give to their service accounts. */
  organisation_scopes: typedList.optional(),
  /** The scopes that clients with a metadata document may request from people. */
  document_scopes: typedList.optional(),
  /** The client that introspects its tokens. Null: none. */
  client_key: idInPath.nullable().optional(),
}

const ofApi = { id: idInPath, ...mayHaveReason }

export const listApis = call({
  name: 'listApis',
  summary: 'Lists the APIs that tokens are issued for.',
  method: 'GET',
  path: 'apis',
  input: z.object({}),
  output: z.object({
    apis: z.array(
      z.object({
        id: z.string(),
        identifier: z.string(),
        name: z.string(),
        scopes: z.record(z.string(), texts),
        token_format: z.string(),
        token_seconds: z.number(),
        may_refresh: z.boolean(),
        organisation_scopes: z.array(z.string()),
        document_scopes: z.array(z.string()),
        client_key: z.string().nullable(),
      }),
    ),
  }),
  ...shows('clients'),
})

export const addApi = call({
  name: 'addApi',
  summary: 'Registers an API by its identifier, without scopes. Its tokens are opaque and live for 10 minutes.',
  path: 'apis',
  input: z.object({ id: typed, identifier: typed, name: typed, ...mayHaveReason }),
  output: nothing,
  errors: ['taken'],
  ...changes('clients', { undoneBy: 'removeApi' }),
})

export const changeApi = call({
  name: 'changeApi',
  summary: 'Changes the given fields of an API. They apply to the next token.',
  path: 'apis/{id}',
  input: z.object({ ...ofApi, ...fields }),
  output: nothing,
  errors: ['no_such_api', 'no_such_client'],
  ...changes('clients', { undoneBy: 'changeApi' }),
})

export const removeApi = call({
  name: 'removeApi',
  summary: 'Removes an API: clients get no more tokens for it. Its id is never used again.',
  path: 'apis/{id}/remove',
  input: z.object(ofApi),
  output: nothing,
  errors: ['no_such_api'],
  ...changes('clients', { undoneBy: 'stays' }),
})

export const allowApi = call({
  name: 'allowApi',
  summary:
    'Sets which scopes of an API a client gets: for itself (machine_scopes), from people who consent (person_scopes), or by token exchange (exchange_scopes).',
  path: 'apis/{id}/clients/{client_key}',
  /** An empty list: none. A missing one: no change. */
  input: z.object({
    ...ofApi,
    client_key: idInPath,
    machine_scopes: typedList.optional(),
    person_scopes: typedList.optional(),
    exchange_scopes: typedList.optional(),
  }),
  output: nothing,
  errors: ['no_such_api', 'no_such_client', 'not_possible'],
  ...changes('clients', { undoneBy: 'allowApi' }),
})
