import { mostClientUrls } from '../../contract/applications/open-clients'
import { isOpenScope, leastScope, openScopeNames } from '../../contract/applications/open-scopes'
import { type UrlFault, urlFaults } from '../applications/clients/client-addresses'
import type { ClientChange, ClientRecord, OwnedClient } from '../applications/clients/client-record'
import { freshClient, scopesOf } from '../applications/clients/client-rule'
import { replaceSecret } from '../applications/clients/client-secrets'
import { newSecret } from '../applications/clients/secret'
import { signingAlgorithms } from '../applications/clients/signing-algorithms'
import { rotateSigningKeys } from '../applications/grants/signing-keys'
import type { Service } from '../closing/service'
import { disable, noClient, remove, verify } from './client-acts'
import { removePicture, replacePicture } from './client-picture'
import { nameClient } from './names'
import { failed, type Said } from './said'
import { refusalText } from './services'
import { readShownName } from './shown-name'

/** The usage text of `npm run admin` for these commands. */
export const clientUsage = `npm run admin -- client list [<sec_subject_uid>]             lists the applications that ask people for authorisation:
                                                             yours, or those of an organisation
npm run admin -- client add <key> <redirect-uri> <name>      registers one, and says its secret once
npm run admin -- client add-public <key> <redirect-uri> <name>  registers one that can keep no secret
npm run admin -- client show <key>                           shows one
npm run admin -- client name <key> <name>                     what people read
npm run admin -- client redirect-uris <key> <urls>           where its people come back to, with commas between
npm run admin -- client post-logout-uris <key> <urls>        where they may go after signing out; or none
npm run admin -- client logout-url <key> <url>               where it is told that a session has ended; or none
npm run admin -- client scopes <key> <scopes>                what it may ask for: ${openScopeNames.join(',')}
npm run admin -- client first-party <key> yes|no             whether it is yours, so that people are not asked
npm run admin -- client pkce <key> required|optional          whether its requests need PKCE; without a secret they always do
npm run admin -- client id-token-alg <key> RS256|ES256        what its ID tokens and logout tokens are signed with
npm run admin -- client verified <key> yes|no                whether you know whose it is, which people are told
npm run admin -- client device <key> yes|no                  whether devices and terminals may sign people in by a code
npm run admin -- client picture <key> <file>                 what people see beside its name: a JPEG, PNG, GIF or WebP; or none
npm run admin -- client rotate-secret <key>                  makes a new secret; the one before is good for 7 days more
npm run admin -- client disable <key>                        ends all its tokens; it can ask for nothing
npm run admin -- client enable <key>                         lets it ask again
npm run admin -- client remove <key>                         ends it; its key is never used again
npm run admin -- client keys rotate                          makes new keys that sign tokens; the ones before go on to be published
`

const keyPattern = /^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/

/** The addresses of an argument, or the fault of one. */
const urlsOf = (typed: string, rule: { isNeeded: boolean; mayBeNative: boolean }): string[] | string => {
  const urls = typed === 'none' ? [] : typed.split(',')
  const [fault] = urlFaults(urls, rule)
  return fault ? faultText(fault) : urls
}

const faultText = ({ reason, instead = '' }: UrlFault): string => {
  switch (reason) {
    case 'too_many':
      return `A client has at most ${mostClientUrls} addresses.`
    case 'missing':
      return 'A client needs an address that people come back to.'
    case 'twice':
      return 'An address is there twice.'
    case 'scheme':
      return 'An address of an app is like com.example.app:/back, with a dot in its scheme, and of a client without a secret.'
    case 'spelling':
      return refusalText({ because: reason, instead })
    default:
      return refusalText({ because: reason })
  }
}

/** Registers a client of the operator's. Its first scopes are the identity and the profile. */
const add =
  ({ isPublic }: { isPublic: boolean }) =>
  async ({ setting, storage }: Service, key = '', url = '', name = ''): Promise<Said> => {
    if (!keyPattern.test(key)) return failed('A key has 1 to 40 lower-case letters, digits and hyphens.')
    const shown = readShownName(name)
    if ('text' in shown) return shown
    const [fault] = urlFaults([url], { mayBeNative: isPublic })
    if (fault) return failed(faultText(fault))
    const { secret, hash } = newSecret()
    const client: ClientRecord = {
      ...freshClient,
      id: key,
      ...shown,
      organisationId: null,
      redirectUris: [url],
      postLogoutUris: [],
      logoutUrl: null,
      scopes: [leastScope, 'profile'],
      isVerified: true,
      secretHash: isPublic ? null : hash,
      createdAt: setting.now(),
    }
    if (!(await storage.openClients.insert(client)))
      return failed(`Another client has the key ${key}, or a removed one had it.`)
    const told = isPublic ? 'It has no secret.' : `Its secret, which is not shown again: ${secret}`
    return { ok: true, text: `${key} is registered. ${told}` }
  }

const describe = (client: ClientRecord): string =>
  [
    client.id,
    client.name,
    client.redirectUris.join(','),
    `scopes ${client.scopes.join(',')}`,
    client.secretHash === null ? 'public' : 'confidential',
    ...(client.isFirstParty ? ['first-party'] : []),
    ...(client.requiresPkce ? [] : ['PKCE optional']),
    ...(client.isVerified ? [] : ['not verified']),
    ...(client.hasDeviceGrant ? ['devices'] : []),
    ...(client.disabledAt === null ? [] : ['disabled']),
  ].join('\t')

const list = async ({ storage }: Service, publicId?: string): Promise<Said> => {
  const organisation = publicId === undefined ? undefined : await storage.organisations.find(publicId)
  if (publicId !== undefined && !organisation) return failed(`There is no organisation ${publicId}.`)
  const clients = organisation
    ? await storage.openClients.ofOrganisation(organisation.id)
    : await storage.openClients.ofOperator()
  return { ok: true, text: clients.map(describe).join('\n') || 'No client is registered.' }
}

const show = async ({ storage }: Service, key = ''): Promise<Said> => {
  const client = await storage.openClients.find(key)
  if (!client) return noClient(key)
  const facts = {
    key: client.id,
    name: client.name,
    owner: ownerOf(client),
    'redirect-uris': client.redirectUris.join(','),
    'post-logout-uris': client.postLogoutUris.join(',') || 'none',
    'logout-url': client.logoutUrl ?? 'none',
    scopes: client.scopes.join(','),
    verified: client.isVerified ? 'yes' : 'no',
    'first-party': client.isFirstParty ? 'yes' : 'no',
    pkce: client.requiresPkce ? 'required' : 'optional',
    device: client.hasDeviceGrant ? 'yes' : 'no',
    'id-token-alg': client.idTokenAlg,
    claims: client.claimRules ? JSON.stringify(client.claimRules) : 'all at the userinfo endpoint',
    secret: client.secretHash === null ? 'none' : 'set',
    'secret before': client.previousSecret
      ? `good until ${new Date(client.previousSecret.until).toISOString()}`
      : 'none',
    'disabled since': client.disabledAt === null ? 'it is not' : new Date(client.disabledAt).toISOString(),
    ...(client.isDisabledByOwner && { 'disabled by': 'its organisation' }),
  }
  const lines = Object.entries(facts).map(([what, value]) => `${what}\t${value}`)
  return { ok: true, text: lines.join('\n') }
}

const ownerOf = ({ owner }: OwnedClient): string => {
  if (!owner) return 'operator'
  return owner.isFrozen ? `${owner.name}, which is frozen` : owner.name
}

const yesOrNo = (typed: string, read: (isYes: boolean) => ClientChange): ClientChange | string =>
  ['yes', 'no'].includes(typed) ? read(typed === 'yes') : 'Say yes or no.'

/** Reads the new value of a field of a client, or says what is wrong with it. */
const readers = {
  redirectUris: (typed, { secretHash }) => {
    const urls = urlsOf(typed, { isNeeded: true, mayBeNative: secretHash === null })
    return typeof urls === 'string' ? urls : { redirectUris: urls }
  },
  postLogoutUris: (typed, { secretHash }) => {
    const urls = urlsOf(typed, { isNeeded: false, mayBeNative: secretHash === null })
    return typeof urls === 'string' ? urls : { postLogoutUris: urls }
  },
  logoutUrl: (typed) => {
    if (typed === 'none') return { logoutUrl: null }
    const [fault] = urlFaults([typed])
    return fault ? faultText(fault) : { logoutUrl: typed }
  },
  scopes: (typed) => {
    const names = typed.split(',')
    return names.every(isOpenScope)
      ? { scopes: scopesOf(names) }
      : `The scopes are ${openScopeNames.join(', ')}, with commas.`
  },
  isFirstParty: (typed) => yesOrNo(typed, (isFirstParty) => ({ isFirstParty })),
  idTokenAlg: (typed) => {
    const idTokenAlg = signingAlgorithms.find((algorithm) => algorithm === typed)
    return idTokenAlg ? { idTokenAlg } : `Say ${signingAlgorithms.join(' or ')}.`
  },
  hasDeviceGrant: (typed) => yesOrNo(typed, (hasDeviceGrant) => ({ hasDeviceGrant })),
} satisfies { [Field in keyof ClientChange]?: (typed: string, client: ClientRecord) => ClientChange | string }

const change =
  (field: keyof typeof readers) =>
  async ({ storage }: Service, key = '', typed = ''): Promise<Said> => {
    const client = await storage.openClients.find(key)
    if (!client) return noClient(key)
    const read = readers[field](typed, client)
    if (typeof read === 'string') return failed(read)
    // A client of an organisation could redirect people anywhere without asking them.
    if ('isFirstParty' in read && client.organisationId)
      return failed(`${key} is of an organisation, so people are asked.`)
    return (await storage.openClients.change(key, read)) ? { ok: true, text: `${key} is changed.` } : noClient(key)
  }

/** A client without a secret shows by PKCE that a code is its own, so only a client with a secret can do without. */
const changePkce = async ({ storage }: Service, key = '', typed = ''): Promise<Said> => {
  if (!['required', 'optional'].includes(typed)) return failed('Say required or optional.')
  const client = await storage.openClients.find(key)
  if (!client) return noClient(key)
  if (typed === 'optional' && client.secretHash === null) return failed(`${key} has no secret, so it needs PKCE.`)
  await storage.openClients.change(key, { requiresPkce: typed === 'required' })
  return { ok: true, text: `${key} is changed.` }
}

const rotateSecret = async ({ setting, storage }: Service, key = ''): Promise<Said> => {
  const client = await storage.openClients.find(key)
  if (!client) return noClient(key)
  if (client.secretHash === null) return failed(`${key} has no secret, and cannot keep one.`)
  const replaced = await replaceSecret(setting, storage, client)
  if (!replaced.ok) return failed(`Somebody else has replaced the secret of ${key} at this moment.`)
  const { secret, change: changed } = replaced
  const told = `The one before is good until ${new Date(changed.previousSecret.until).toISOString()}.`
  return { ok: true, text: `The new secret of ${key}, which is not shown again: ${secret}\n${told}` }
}

const rotateKeys = async (service: Service): Promise<Said> => {
  const signsFrom = await rotateSigningKeys(service)
  return { ok: true, text: `The new keys sign from ${new Date(signsFrom).toISOString()} on.` }
}

/**
 * The commands by name, after the word `client`. `words`: the number of arguments; `most`: the number including
 * optional ones.
 */
export const clientCommands = {
  client: { words: 0, run: list },
  'client list': { words: 0, most: 1, run: list },
  'client add': { words: 3, run: add({ isPublic: false }) },
  'client add-public': { words: 3, run: add({ isPublic: true }) },
  'client show': { words: 1, run: show },
  'client name': { words: 2, run: nameClient },
  'client redirect-uris': { words: 2, run: change('redirectUris') },
  'client post-logout-uris': { words: 2, run: change('postLogoutUris') },
  'client logout-url': { words: 2, run: change('logoutUrl') },
  'client scopes': { words: 2, run: change('scopes') },
  'client first-party': { words: 2, run: change('isFirstParty') },
  'client pkce': { words: 2, run: changePkce },
  'client id-token-alg': { words: 2, run: change('idTokenAlg') },
  'client verified': { words: 2, run: verify },
  'client device': { words: 2, run: change('hasDeviceGrant') },
  'client picture': { words: 2, run: removePicture, withFile: replacePicture },
  'client rotate-secret': { words: 1, run: rotateSecret },
  'client disable': { words: 1, run: disable(true) },
  'client enable': { words: 1, run: disable(false) },
  'client remove': { words: 1, run: remove },
  'client keys rotate': { words: 0, run: rotateKeys },
}
