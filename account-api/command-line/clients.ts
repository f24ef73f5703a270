import { openScopeNames } from '#contract/applications/open-scopes'
import type { ClientShown } from '#contract/operator/clients-calls'
import { type Given, makes } from './makes'
import { type Commands, factLines, listLines, type Row, yes } from './said'

const ownerOf = ({ owner }: ClientShown): string => {
  if (!owner) return 'operator'
  return owner.is_frozen ? `${owner.name}, which is frozen` : owner.name
}

const scopesLine = (scopes: ClientShown['machine_scopes']): string =>
  Object.entries(scopes)
    .map(([api, names]) => `${api}: ${names.join(',')}`)
    .join('; ') || 'nothing'

const required = (is: boolean): string => (is ? 'required' : 'optional')

const shown = (client: ClientShown): string =>
  factLines({
    key: client.client_key,
    name: client.name,
    owner: ownerOf(client),
    'redirect-uris': client.redirect_uris.join(','),
    'post-logout-uris': client.post_logout_uris.join(',') || 'none',
    schemes: client.app_schemes.join(',') || 'none',
    'logout-url': client.logout_url ?? 'none',
    scopes: client.scopes.join(','),
    verified: yes(client.is_verified),
    'first-party': yes(client.is_first_party),
    pkce: required(client.requires_pkce),
    par: required(client.requires_par),
    jar: required(client.requires_jar),
    dpop: required(client.requires_dpop),
    profile: client.profile ?? 'none',
    keys: typeof client.keys === 'string' ? client.keys : client.keys ? 'set' : 'none',
    auth: client.uses_keys ? 'keys' : 'secret',
    'machine scopes': scopesLine(client.machine_scopes),
    'scopes of people': scopesLine(client.person_scopes),
    'exchange scopes': scopesLine(client.exchange_scopes),
    'last machine token': client.machine_used_at ?? 'never',
    device: yes(client.has_device_grant),
    'id-token-alg': client.id_token_alg,
    claims: client.claims ? JSON.stringify(client.claims) : 'all at the userinfo endpoint',
    secret: client.is_public ? 'none' : 'set',
    'previous secret': client.previous_secret_until ? `works until ${client.previous_secret_until}` : 'none',
    disabled: client.disabled_at ? `since ${client.disabled_at}` : 'no',
    signals: client.signals ? `${client.signals.host}, by the webhook ${client.signals.webhook_id}` : 'none',
    ...(client.is_disabled_by_owner && { 'disabled by': 'its organisation' }),
  })

/** A command that registers a client. */
const adds = (text: string, given: Partial<Given<'addClient'>>): Row =>
  makes(
    'addClient',
    ({ secret }, { client_key }) => {
      const told = secret === null ? 'It has no secret.' : `Its secret, which is not shown again: ${secret}`
      return `${client_key} is registered. ${told}`
    },
    { text, given, read: { redirect_uris: (url) => [url] } },
  )

/** A command that sets one field of a client. */
const sets = (text: string, more: Omit<NonNullable<Parameters<typeof makes<'changeClient'>>[2]>, 'text'> = {}): Row =>
  makes('changeClient', (_, { client_key }) => `${client_key} is changed.`, { text, ...more })

/** A command that says whether a client has to do something. */
const demands = (field: 'requires_pkce' | 'requires_par' | 'requires_jar' | 'requires_dpop', text: string): Row =>
  sets(`Required or optional: ${text}`, { words: { [field]: ['required', 'optional'] } })

const list = makes('listClients', ({ clients }) =>
  listLines(
    clients,
    (client) => [
      client.client_key,
      client.name,
      client.redirect_uris.join(','),
      `scopes ${client.scopes.join(',')}`,
      client.is_public ? 'public' : 'confidential',
      ...(client.is_first_party ? ['first-party'] : []),
      ...(client.requires_pkce ? [] : ['PKCE optional']),
      ...(client.requires_par ? ['PAR required'] : []),
      ...(Object.keys(client.machine_scopes).length > 0 ? ['machine'] : []),
      ...(client.is_verified ? [] : ['not verified']),
      ...(client.has_device_grant ? ['devices'] : []),
      ...(client.disabled_at === null ? [] : ['disabled']),
    ],
    'No client is registered.',
  ),
)

const noPicture = makes('removeClientPicture', (_, { client_key }) => `${client_key} has no picture.`)

export const clientCommands: Commands = {
  client: { ...list, text: '' },
  'client list [<sec_subject_uid>]': list,
  'client add <client-key> <redirect-uris> <name> [<app-schemes>]': adds(
    'Registers one, and shows its secret once.',
    {},
  ),
  'client add-public <client-key> <redirect-uris> <name> [<app-schemes>]': adds(
    'Registers one that cannot keep a secret.',
    { is_public: true },
  ),
  'client add-machine <client-key> <name>': adds('Registers one for machines, and shows its secret once.', {
    redirect_uris: [],
  }),
  'client show <client-key>': makes('showClient', shown),
  'client name <client-key> <name>': makes(
    'nameClient',
    ({ name }, { client_key }) => `${client_key} is called ${name}.`,
  ),
  'client redirect-uris <client-key> <redirect-uris>': sets('Sets the redirect URIs, separated by commas.'),
  'client post-logout-uris <client-key> <post-logout-uris>': sets(
    'Sets where people may go after signing out, or none.',
  ),
  'client schemes <client-key> <app-schemes>': sets('Allows app schemes in its addresses, such as myapp, or none.'),
  'client logout-url <client-key> <logout-url>': sets('Sets the URL that is notified of ended sessions, or none.'),
  'client scopes <client-key> <scopes>': sets(`Sets the scopes that it may request: ${openScopeNames.join(',')}.`, {
    read: { scopes: (typed) => typed.split(',') },
  }),
  'client first-party <client-key> <is-first-party>': sets(
    'Yes or no: whether it is yours, so people are not asked for consent.',
  ),
  'client pkce <client-key> <requires-pkce>': demands(
    'requires_pkce',
    'whether its requests need PKCE; without a secret they always do.',
  ),
  'client par <client-key> <requires-par>': demands(
    'requires_par',
    'whether its requests have to be pushed first (RFC 9126).',
  ),
  'client jar <client-key> <requires-jar>': demands(
    'requires_jar',
    'whether its requests have to be signed (RFC 9101).',
  ),
  'client dpop <client-key> <requires-dpop>': demands(
    'requires_dpop',
    'whether its tokens are bound to its key (RFC 9449).',
  ),
  'client profile <client-key> <profile>': sets('The profile fapi2 (everything that FAPI 2.0 requires), or none.'),
  'client id-token-alg <client-key> <id-token-alg>': sets(
    'RS256 or ES256: the algorithm that signs its ID and logout tokens.',
  ),
  'client verified <client-key> <is-verified>': makes(
    'verifyClient',
    (_, { client_key, is_verified }) => `${client_key} is ${is_verified ? 'verified' : 'not verified'}.`,
  ),
  'client device <client-key> <has-device-grant>': sets(
    'Yes or no: whether devices and terminals may sign in with a device code.',
  ),
  'client picture <client-key> <file>': {
    ...noPicture,
    text: 'Sets the picture next to its name: a JPEG, PNG, GIF or WebP, or none.',
    withFile: (api, picture, { client_key = '' }) =>
      makes('replaceClientPicture', () => `${client_key} has a new picture.`, { given: { picture } }).run(api, {
        client_key,
      }),
  },
  'client rotate-secret <client-key>': makes(
    'rotateSecretOfClient',
    ({ secret, previous_until }, { client_key }) =>
      `The new secret of ${client_key}, which is not shown again: ${secret}\nThe previous one works until ${previous_until}.`,
  ),
  'client disable <client-key>': makes('disableClientByOperator', (_, { client_key }) => `${client_key} is disabled.`),
  'client enable <client-key>': makes('enableClientByOperator', (_, { client_key }) => `${client_key} is enabled.`),
  'client remove <client-key>': makes('removeClientByOperator', (_, { client_key }) => `${client_key} is removed.`),
  'client keys rotate': makes('rotateSigningKeys', ({ signs_from }) => `The new keys sign from ${signs_from}.`),
}
