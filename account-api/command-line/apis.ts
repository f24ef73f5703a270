import type { OperatorClient } from '#contract/client'
import { type Command, failed, listLines, listOf, type Row, type Said, saying } from './said'

export const apiUsage = `npm run admin -- api list                                    lists the APIs that tokens are issued for
npm run admin -- api add <id> <identifier> <name>             registers one; <identifier> is the URI that clients use
npm run admin -- api scopes <id> <file>                       sets its scopes, as JSON: {"orders.read": "See your orders"}
npm run admin -- api tokens <id> opaque|jwt <seconds>         sets the format and the lifetime of its tokens
npm run admin -- api client <id> <key>                        sets the client that may introspect its tokens, or none
npm run admin -- api machine <id> <key> <scopes>              sets the scopes that a client gets for itself, or none
npm run admin -- api people <id> <key> <scopes>               sets the scopes that a client may request from people, or none
npm run admin -- api exchange <id> <key> <scopes>             sets the scopes that a client gets by token exchange, or none
npm run admin -- api organisations <id> <scopes>              sets the scopes that organisations may give their service accounts, or none
npm run admin -- api documents <id> <scopes>                  sets the scopes that clients with a metadata document may request, or none
npm run admin -- api refresh <id> yes|no                      sets whether people's refresh tokens also yield tokens for it
npm run admin -- api remove <id>                              removes it; its id is never used again
`

type Fields = Omit<Parameters<OperatorClient['changeApi']>[0], 'id' | 'reason'>

const change = async (api: OperatorClient, id: string, fields: Fields): Promise<Said> =>
  saying(await api.changeApi({ id, ...fields }), () => `${id} is changed.`)

const list: Command = async (api) =>
  saying(await api.listApis({}), ({ apis }) =>
    listLines(
      apis,
      ({
        id,
        identifier,
        name,
        scopes,
        token_format,
        token_seconds,
        may_refresh,
        organisation_scopes,
        document_scopes,
        client_key,
      }) => [
        ...[id, identifier, name, `scopes ${Object.keys(scopes).join(',') || 'none'}`],
        ...[
          `tokens ${token_format} ${token_seconds}`,
          `refresh ${may_refresh ? 'yes' : 'no'}`,
          `organisations ${organisation_scopes.join(',') || 'none'}`,
          `documents ${document_scopes.join(',') || 'none'}`,
          `client ${client_key ?? 'none'}`,
        ],
      ],
      'No API is registered.',
    ),
  )

const replaceScopes = async (api: OperatorClient, file: Uint8Array, id = ''): Promise<Said> => {
  try {
    return change(api, id, { scopes: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file)) })
  } catch {
    return failed('The file is not JSON.')
  }
}

const setTokens: Command = async (api, id = '', token_format = '', seconds = '') =>
  token_format === 'opaque' || token_format === 'jwt'
    ? change(api, id, { token_format, token_seconds: Number(seconds) })
    : failed('Say opaque or jwt.')

const allowing = (kind: 'machine_scopes' | 'person_scopes' | 'exchange_scopes', words: string): Row => ({
  words: 3,
  run: async (api, id = '', client_key = '', typed = '') =>
    saying(
      await api.allowApi({ id, client_key, [kind]: listOf(typed) }),
      () => `${client_key} ${words} at ${id}: ${typed}.`,
    ),
})

export const apiCommands: Record<string, Row> = {
  api: { words: 0, run: list },
  'api list': { words: 0, run: list },
  'api add': {
    words: 3,
    run: async (api, id = '', identifier = '', name = '') =>
      saying(
        await api.addApi({ id, identifier, name }),
        () => `${id} is registered. It has no scopes; see api scopes.`,
      ),
  },
  'api scopes': { words: 2, run: (api, id = '') => change(api, id, { scopes: {} }), withFile: replaceScopes },
  'api tokens': { words: 3, run: setTokens },
  'api client': {
    words: 2,
    run: (api, id = '', typed = '') => change(api, id, { client_key: typed === 'none' ? null : typed }),
  },
  'api machine': allowing('machine_scopes', 'gets for itself'),
  'api people': allowing('person_scopes', 'may ask people for'),
  'api exchange': allowing('exchange_scopes', 'gets by token exchange'),
  'api organisations': {
    words: 2,
    run: (api, id = '', typed = '') => change(api, id, { organisation_scopes: listOf(typed) }),
  },
  'api documents': {
    words: 2,
    run: (api, id = '', typed = '') => change(api, id, { document_scopes: listOf(typed) }),
  },
  'api refresh': {
    words: 2,
    run: async (api, id = '', typed = '') =>
      ['yes', 'no'].includes(typed) ? change(api, id, { may_refresh: typed === 'yes' }) : failed('Say yes or no.'),
  },
  'api remove': {
    words: 1,
    run: async (api, id = '') => saying(await api.removeApi({ id }), () => `${id} is removed.`),
  },
}
