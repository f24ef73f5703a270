import { openScopeNames } from '#contract/applications/open-scopes'
import type { OperatorClient } from '#contract/client'
import type { ClientShown } from '#contract/operator/clients-calls'
import { type Command, factLines, failed, listLines, listOf, type Row, type Said, saying, yesOrNo } from './said'

export const clientUsage = `npm run admin -- client list [<sec_subject_uid>]             lists the applications that ask people for authorisation:
                                                             yours, or those of an organisation
npm run admin -- client add <key> <redirect-uri> <name> [<schemes>]  registers one, and shows its secret once
npm run admin -- client add-public <key> <redirect-uri> <name> [<schemes>]  registers one that cannot keep a secret
npm run admin -- client add-machine <key> <name>              registers one for machines, and shows its secret once
npm run admin -- client show <key>                           shows one
npm run admin -- client name <key> <name>                     sets the name that people read
npm run admin -- client redirect-uris <key> <urls>           sets the redirect URIs, separated by commas
npm run admin -- client post-logout-uris <key> <urls>        sets where people may go after signing out, or none
npm run admin -- client schemes <key> <schemes>              allows app schemes in its addresses, such as myapp, or none
npm run admin -- client logout-url <key> <url>               sets the URL that is notified of ended sessions, or none
npm run admin -- client scopes <key> <scopes>                sets the scopes that it may request: ${openScopeNames.join(',')}
npm run admin -- client first-party <key> yes|no             sets whether it is yours, so people are not asked for consent
npm run admin -- client pkce <key> required|optional          sets whether its requests need PKCE; without a secret they always do
npm run admin -- client par <key> required|optional           sets whether its requests have to be pushed first (RFC 9126)
npm run admin -- client jar <key> required|optional           sets whether its requests have to be signed (RFC 9101)
npm run admin -- client dpop <key> required|optional          sets whether its tokens are bound to its key (RFC 9449)
npm run admin -- client profile <key> fapi2|none              sets everything that FAPI 2.0 requires of a client
npm run admin -- client keys <key> <file>                     sets its public keys, as a JWK set, or none
npm run admin -- client keys-uri <key> <url>                  sets the URL of its public keys
npm run admin -- client auth <key> secret|keys                sets whether it authenticates with its secret or a signature
npm run admin -- client id-token-alg <key> RS256|ES256        sets the algorithm that signs its ID tokens and logout tokens
npm run admin -- client verified <key> yes|no                sets whether pages show it as verified
npm run admin -- client device <key> yes|no                  sets whether devices and terminals may sign in with a device code
npm run admin -- client picture <key> <file>                 sets the picture next to its name: a JPEG, PNG, GIF or WebP, or none
npm run admin -- client rotate-secret <key>                  makes a new secret; the previous one works for 7 more days
npm run admin -- client disable <key>                        ends all its tokens and refuses its requests
npm run admin -- client enable <key>                         accepts its requests again
npm run admin -- client remove <key>                         removes it; its key is never used again
npm run admin -- client keys rotate                          makes new signing keys; the previous ones stay published
`

const addWith = async (api: OperatorClient, client: Parameters<OperatorClient['addClient']>[0]): Promise<Said> =>
  saying(await api.addClient(client), ({ secret }) => {
    const told = secret === null ? 'It has no secret.' : `Its secret, which is not shown again: ${secret}`
    return `${client.client_key} is registered. ${told}`
  })

const add =
  (is_public: boolean): Command =>
  (api, client_key = '', url = '', name = '', schemes = 'none') =>
    addWith(api, { client_key, redirect_uris: [url], app_schemes: listOf(schemes), name, is_public })

const list: Command = async (api, sec_subject_uid?: string) =>
  saying(await api.listClients({ sec_subject_uid }), ({ clients }) =>
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

const ownerOf = ({ owner }: ClientShown): string => {
  if (!owner) return 'operator'
  return owner.is_frozen ? `${owner.name}, which is frozen` : owner.name
}

const scopesLine = (scopes: ClientShown['machine_scopes']): string =>
  Object.entries(scopes)
    .map(([api, names]) => `${api}: ${names.join(',')}`)
    .join('; ') || 'nothing'

const show: Command = async (api, client_key = '') =>
  saying(await api.showClient({ client_key }), (client) =>
    factLines({
      key: client.client_key,
      name: client.name,
      owner: ownerOf(client),
      'redirect-uris': client.redirect_uris.join(','),
      'post-logout-uris': client.post_logout_uris.join(',') || 'none',
      schemes: client.app_schemes.join(',') || 'none',
      'logout-url': client.logout_url ?? 'none',
      scopes: client.scopes.join(','),
      verified: client.is_verified ? 'yes' : 'no',
      'first-party': client.is_first_party ? 'yes' : 'no',
      pkce: client.requires_pkce ? 'required' : 'optional',
      par: client.requires_par ? 'required' : 'optional',
      jar: client.requires_jar ? 'required' : 'optional',
      dpop: client.requires_dpop ? 'required' : 'optional',
      profile: client.profile ?? 'none',
      keys: typeof client.keys === 'string' ? client.keys : client.keys ? 'set' : 'none',
      auth: client.uses_keys ? 'keys' : 'secret',
      'machine scopes': scopesLine(client.machine_scopes),
      'scopes of people': scopesLine(client.person_scopes),
      'exchange scopes': scopesLine(client.exchange_scopes),
      'last machine token': client.machine_used_at ?? 'never',
      device: client.has_device_grant ? 'yes' : 'no',
      'id-token-alg': client.id_token_alg,
      claims: client.claims ? JSON.stringify(client.claims) : 'all at the userinfo endpoint',
      secret: client.is_public ? 'none' : 'set',
      'previous secret': client.previous_secret_until ? `works until ${client.previous_secret_until}` : 'none',
      disabled: client.disabled_at ? `since ${client.disabled_at}` : 'no',
      ...(client.is_disabled_by_owner && { 'disabled by': 'its organisation' }),
    }),
  )

type Fields = Omit<Parameters<OperatorClient['changeClient']>[0], 'client_key' | 'reason'>

const change = async (api: OperatorClient, client_key: string, fields: Fields): Promise<Said> =>
  saying(await api.changeClient({ client_key, ...fields }), () => `${client_key} is changed.`)

/** A command that sets one field to the typed value. */
const changing =
  (read: (typed: string) => Fields): Command =>
  (api, client_key = '', typed = '') =>
    change(api, client_key, read(typed))

/** A command that sets whether a client has to do something. */
const demanding =
  (read: (isRequired: boolean) => Fields): Command =>
  async (api, client_key = '', typed = '') =>
    ['required', 'optional'].includes(typed)
      ? change(api, client_key, read(typed === 'required'))
      : failed('Say required or optional.')

/** A command that makes one call without further input. */
const doing =
  (call: 'disableClientByOperator' | 'enableClientByOperator' | 'removeClientByOperator', done: string): Command =>
  async (api, client_key = '') =>
    saying(await api[call]({ client_key }), () => `${client_key} is ${done}.`)

const rotateSecret: Command = async (api, client_key = '') =>
  saying(
    await api.rotateSecretOfClient({ client_key }),
    ({ secret, previous_until }) =>
      `The new secret of ${client_key}, which is not shown again: ${secret}\nThe previous one works until ${previous_until}.`,
  )

/** The commands by name, after the word `client`. */
export const clientCommands: Record<string, Row> = {
  client: { words: 0, run: list },
  'client list': { words: 0, most: 1, run: list },
  'client add': { words: 3, most: 4, run: add(false) },
  'client add-public': { words: 3, most: 4, run: add(true) },
  'client add-machine': {
    words: 2,
    run: (api, key = '', name = '') => addWith(api, { client_key: key, name, redirect_uris: [], app_schemes: [] }),
  },
  'client show': { words: 1, run: show },
  'client name': {
    words: 2,
    run: async (api, client_key = '', name = '') =>
      saying(await api.nameClient({ client_key, name }), ({ name: shown }) => `${client_key} is called ${shown}.`),
  },
  'client redirect-uris': { words: 2, run: changing((typed) => ({ redirect_uris: listOf(typed) })) },
  'client post-logout-uris': { words: 2, run: changing((typed) => ({ post_logout_uris: listOf(typed) })) },
  'client schemes': { words: 2, run: changing((typed) => ({ app_schemes: listOf(typed) })) },
  'client logout-url': { words: 2, run: changing((typed) => ({ logout_url: typed === 'none' ? null : typed })) },
  'client scopes': { words: 2, run: changing((typed) => ({ scopes: typed.split(',') })) },
  'client first-party': {
    words: 2,
    run: yesOrNo((api, is_first_party, key = '') => change(api, key, { is_first_party })),
  },
  'client pkce': { words: 2, run: demanding((requires_pkce) => ({ requires_pkce })) },
  'client jar': { words: 2, run: demanding((requires_jar) => ({ requires_jar })) },
  'client dpop': { words: 2, run: demanding((requires_dpop) => ({ requires_dpop })) },
  'client profile': {
    words: 2,
    run: async (api, key = '', typed = '') =>
      ['fapi2', 'none'].includes(typed)
        ? change(api, key, { profile: typed === 'fapi2' ? typed : null })
        : failed('Say fapi2 or none.'),
  },
  'client par': { words: 2, run: demanding((requires_par) => ({ requires_par })) },
  'client id-token-alg': { words: 2, run: changing((typed) => ({ id_token_alg: typed })) },
  'client verified': {
    words: 2,
    run: yesOrNo(async (api, is_verified, client_key = '') =>
      saying(
        await api.verifyClient({ client_key, is_verified }),
        () => `${client_key} is ${is_verified ? 'verified' : 'not verified'}.`,
      ),
    ),
  },
  'client device': {
    words: 2,
    run: yesOrNo((api, has_device_grant, key = '') => change(api, key, { has_device_grant })),
  },
  'client picture': {
    words: 2,
    run: async (api, client_key = '') =>
      saying(await api.removeClientPicture({ client_key }), () => `${client_key} has no picture.`),
    withFile: async (api, picture, client_key = '') =>
      saying(await api.replaceClientPicture({ client_key, picture }), () => `${client_key} has a new picture.`),
  },
  'client rotate-secret': { words: 1, run: rotateSecret },
  'client disable': { words: 1, run: doing('disableClientByOperator', 'disabled') },
  'client enable': { words: 1, run: doing('enableClientByOperator', 'enabled') },
  'client remove': { words: 1, run: doing('removeClientByOperator', 'removed') },
  'client keys rotate': {
    words: 0,
    run: async (api) =>
      saying(await api.rotateSigningKeys({}), ({ signs_from }) => `The new keys sign from ${signs_from}.`),
  },
}
