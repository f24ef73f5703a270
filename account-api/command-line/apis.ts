import { makes, makesOfJson } from './makes'
import { type Commands, listLines, yes } from './said'

const changed = (_: object, { id }: { id: string }): string => `${id} is changed.`

const allowing = (kind: 'machine_scopes' | 'person_scopes' | 'exchange_scopes', words: string, text: string) =>
  makes(
    'allowApi',
    (_, { id, client_key, [kind]: scopes = [] }) => {
      return `${client_key} ${words} at ${id}: ${scopes.join(',') || 'none'}.`
    },
    { text },
  )

export const apiCommands: Commands = {
  'api [list]': makes('listApis', ({ apis }) =>
    listLines(
      apis,
      (api) => [
        ...[api.id, api.identifier, api.name, `scopes ${Object.keys(api.scopes).join(',') || 'none'}`],
        ...[`tokens ${api.token_format} ${api.token_seconds}`, `refresh ${yes(api.may_refresh)}`],
        `organisations ${api.organisation_scopes.join(',') || 'none'}`,
        ...[`documents ${api.document_scopes.join(',') || 'none'}`, `client ${api.client_key ?? 'none'}`],
      ],
      'No API is registered.',
    ),
  ),
  'api add <id> <identifier> <name>': makes(
    'addApi',
    (_, { id }) => `${id} is registered. It has no scopes; see api scopes.`,
  ),
  'api scopes <id> <file>': makesOfJson('changeApi', changed, {
    ...{ field: 'scopes', none: {} },
    text: 'Sets its scopes, as JSON: {"orders.read": "See your orders"}.',
  }),
  'api tokens <id> <token-format> <token-seconds>': makes('changeApi', changed, {
    text: 'Sets the format, opaque or jwt, and the lifetime of its tokens.',
  }),
  'api client <id> <client-key>': makes('changeApi', changed, {
    text: 'Sets the client that introspects its tokens, or none.',
  }),
  'api machine <id> <client-key> <machine-scopes>': allowing(
    'machine_scopes',
    'gets for itself',
    'Sets the scopes that a client gets without a person; or none.',
  ),
  'api people <id> <client-key> <person-scopes>': allowing(
    'person_scopes',
    'may ask people for',
    'Sets what a client may ask people for there; or none.',
  ),
  'api exchange <id> <client-key> <exchange-scopes>': allowing(
    'exchange_scopes',
    'gets for tokens that were sent to it',
    'Sets what a client gets there for a token that was sent to it; or none.',
  ),
  'api organisations <id> <organisation-scopes>': makes('changeApi', changed, {
    text: 'Sets the scopes that organisations may give to their service accounts, or none.',
  }),
  'api documents <id> <document-scopes>': makes('changeApi', changed, {
    text: 'Sets the scopes that clients with a metadata document may request, or none.',
  }),
  'api refresh <id> <may-refresh>': makes('changeApi', changed, {
    text: 'Whether refresh tokens of people give tokens for it: yes or no.',
  }),
  'api remove <id>': makes('removeApi', (_, { id }) => `${id} is removed.`),
}
