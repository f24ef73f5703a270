import { makes, makesOfJson } from './makes'
import { type Commands, factLines } from './said'

/** The commands for the claims and the keys of clients. */
export const clientPartCommands: Commands = {
  'client claims <client-key> <file>': makesOfJson(
    'setClientClaims',
    (_, { client_key }) => `${client_key} is changed. Existing tokens keep their claims.`,
    { field: 'rules', none: null, text: 'Sets the rules for its claims, as JSON, or none.' },
  ),
  'client explain <client-key> <user>': makes('explainClientClaims', (shown) => {
    const basis = shown.has_agreed
      ? 'has agreed to'
      : 'has not agreed yet; these are all claims that the client may request:'
    return factLines({
      user: `${shown.username} (${shown.user_id})${shown.can_sign_in ? '' : ', who cannot sign in'}`,
      client: `${shown.client_key}${shown.is_disabled ? ', which is disabled' : ''}`,
      scopes: `${basis} ${shown.scopes.join(' ')}`,
      'ID token': JSON.stringify(shown.id_token),
      userinfo: JSON.stringify(shown.userinfo),
    })
  }),
  'client keys-uri <client-key> <keys-uri>': makes('setClientKeys', keysChanged, {
    text: 'Sets the URL of its public keys.',
  }),
  'client keys <client-key> <file>': makesOfJson('setClientKeys', keysChanged, {
    ...{ field: 'keys', none: null },
    text: 'Sets its public keys, as a JWK set, or none.',
  }),
  'client auth <client-key> <uses-keys>': makes('setClientKeys', keysChanged, {
    text: 'Whether it authenticates with its secret or a signature: secret or keys.',
    words: { uses_keys: ['keys', 'secret'] },
  }),
  'client signals <client-key> <url> [--bearer <bearer>]': makes(
    'setClientSignals',
    ({ webhook_id }, { client_key }) =>
      webhook_id === null
        ? `${client_key} gets no signals.`
        : `${client_key} gets signals from now on, by the webhook ${webhook_id}.`,
    { text: 'Sends signals about people to an address, or none. If the receiver needs a bearer token, give it.' },
  ),
}

function keysChanged(_: object, { client_key }: { client_key: string }): string {
  return `${client_key} is changed.`
}
