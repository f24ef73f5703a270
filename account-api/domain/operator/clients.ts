import { isOpenScope, leastScope, openScopeNames } from '../../../contract/open-scopes'
import type { ClientChange, ClientRecord, OwnedClient } from '../open/client-store'
import { newSecret } from '../open/secret'
import { rotateSigningKeys } from '../open/signing-keys'
import type { Service } from '../service'
import { urlRefusal } from '../sso/service-url'
import { days } from '../time'
import type { Said } from './said'
import { refusalText } from './services'

/** What `npm run admin` says about these commands. */
export const clientUsage = `npm run admin -- client list                                 lists the applications that ask people for authorisation
npm run admin -- client add <key> <redirect-uri> <name>      registers one, and says its secret once
npm run admin -- client add-public <key> <redirect-uri> <name>  registers one that can keep no secret
npm run admin -- client show <key>                           shows one
npm run admin -- client redirect-uris <key> <urls>           where its people come back to, with commas between
npm run admin -- client post-logout-uris <key> <urls>        where they may go after signing out; or none
npm run admin -- client logout-url <key> <url>               where it is told that a session has ended; or none
npm run admin -- client scopes <key> <scopes>                what it may ask for: ${openScopeNames.join(',')}
npm run admin -- client first-party <key> yes|no             whether it is yours, so that people are not asked
npm run admin -- client pkce <key> required|optional          whether its requests need PKCE; without a secret they always do
npm run admin -- client rotate-secret <key>                  makes a new secret; the one before is good for 7 days more
npm run admin -- client disable <key>                        ends all its tokens until it is enabled again
npm run admin -- client enable <key>                         lets it ask again
npm run admin -- client remove <key>                         ends it; its key is never used again
npm run admin -- client keys rotate                          makes new keys that sign tokens; the ones before go on to be published
`

const keyPattern = /^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/
const mostNameCharacters = 60
const mostUrls = 20
const secretOverlapMs = days(7)
/** So many authorisations are ended in one transaction. */
const batch = 1000

const failed = (text: string): Said => ({ ok: false, text })
const noClient = (key: string): Said => failed(`No client ${key} is registered.`)

/** The addresses of an argument, or what is wrong with one. */
const urlsOf = (typed: string): string[] | string => {
  const urls = typed === 'none' ? [] : typed.split(',')
  if (urls.length > mostUrls) return `A client has at most ${mostUrls} addresses.`
  for (const url of urls) {
    const refusal = urlRefusal(url)
    if (refusal) return refusalText(refusal)
  }
  return urls
}

/** Registers a client of the operator's. It may ask who somebody is and for the profile, until told otherwise. */
const add =
  ({ isPublic }: { isPublic: boolean }) =>
  async ({ setting, storage }: Service, key = '', url = '', name = ''): Promise<Said> => {
    if (!keyPattern.test(key)) return failed('A key has 1 to 40 lower-case letters, digits and hyphens.')
    const shown = name.normalize('NFC').trim()
    if (shown === '' || shown.length > mostNameCharacters || /\p{C}/u.test(shown))
      return failed(`A name has 1 to ${mostNameCharacters} characters.`)
    const refusal = urlRefusal(url)
    if (refusal) return failed(refusalText(refusal))
    const { secret, hash } = newSecret()
    const client: ClientRecord = {
      id: key,
      name: shown,
      icon: null,
      organisationId: null,
      redirectUris: [url],
      postLogoutUris: [],
      logoutUrl: null,
      scopes: [leastScope, 'profile'],
      isFirstParty: false,
      isVerified: true,
      requiresPkce: true,
      secretHash: isPublic ? null : hash,
      previousSecret: null,
      createdAt: setting.now(),
      disabledAt: null,
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
    ...(client.disabledAt === null ? [] : ['disabled']),
  ].join('\t')

const list = async ({ storage }: Service): Promise<Said> => {
  const clients = await storage.openClients.ofOperator()
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
    'first-party': client.isFirstParty ? 'yes' : 'no',
    pkce: client.requiresPkce ? 'required' : 'optional',
    secret: client.secretHash === null ? 'none' : 'set',
    'secret before': client.previousSecret
      ? `good until ${new Date(client.previousSecret.until).toISOString()}`
      : 'none',
    'disabled since': client.disabledAt === null ? 'it is not' : new Date(client.disabledAt).toISOString(),
  }
  const lines = Object.entries(facts).map(([what, value]) => `${what}\t${value}`)
  return { ok: true, text: lines.join('\n') }
}

const ownerOf = ({ owner }: OwnedClient): string => {
  if (!owner) return 'operator'
  return owner.isFrozen ? `${owner.name}, which is frozen` : owner.name
}

/** Reads the new value of a field, or says what is wrong with it. */
const readers = {
  redirectUris: (typed) => {
    const urls = urlsOf(typed)
    if (typeof urls === 'string') return urls
    return urls.length === 0 ? 'A client needs an address that people come back to.' : { redirectUris: urls }
  },
  postLogoutUris: (typed) => {
    const urls = urlsOf(typed)
    return typeof urls === 'string' ? urls : { postLogoutUris: urls }
  },
  logoutUrl: (typed) => {
    if (typed === 'none') return { logoutUrl: null }
    const refusal = urlRefusal(typed)
    return refusal ? refusalText(refusal) : { logoutUrl: typed }
  },
  scopes: (typed) => {
    const names = typed.split(',')
    const scopes = openScopeNames.filter((scope) => scope === leastScope || names.includes(scope))
    return names.every(isOpenScope) ? { scopes } : `The scopes are ${openScopeNames.join(', ')}, with commas.`
  },
  isFirstParty: (typed) => (['yes', 'no'].includes(typed) ? { isFirstParty: typed === 'yes' } : 'Say yes or no.'),
} satisfies { [Field in keyof ClientChange]?: (typed: string) => ClientChange | string }

const change =
  (field: keyof typeof readers) =>
  async ({ storage }: Service, key = '', typed = ''): Promise<Said> => {
    const read = readers[field](typed)
    if (typeof read === 'string') return failed(read)
    return (await storage.openClients.change(key, read)) ? { ok: true, text: `${key} is changed.` } : noClient(key)
  }

/** Who has no secret shows by PKCE that a code is theirs, so only a client with one can do without. */
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
  const { secret, hash } = newSecret()
  const until = setting.now() + secretOverlapMs
  const previousSecret = { hash: client.secretHash, until }
  await storage.openClients.change(key, { secretHash: hash, previousSecret })
  const told = `The one before is good until ${new Date(until).toISOString()}.`
  return { ok: true, text: `The new secret of ${key}, which is not shown again: ${secret}\n${told}` }
}

const disable =
  (isDisabled: boolean) =>
  async ({ setting, storage }: Service, key = ''): Promise<Said> => {
    const changed = await storage.openClients.change(key, { disabledAt: isDisabled ? setting.now() : null })
    return changed ? { ok: true, text: `${key} is ${isDisabled ? 'disabled' : 'enabled'}.` } : noClient(key)
  }

/** Removes a client, and what people have authorised it to do. */
const remove = async ({ setting, storage }: Service, key = ''): Promise<Said> => {
  if (!(await storage.openClients.remove(key, setting.now()))) return noClient(key)
  while ((await storage.authorisations.endOfClient(key, batch)) === batch);
  return { ok: true, text: `${key} is removed.` }
}

const rotateKeys = async (service: Service): Promise<Said> => {
  const signsFrom = await rotateSigningKeys(service)
  return { ok: true, text: `The new keys sign from ${new Date(signsFrom).toISOString()} on.` }
}

/** The commands by name, after the word `client`. `words`: the number of arguments. */
export const clientCommands = {
  client: { words: 0, run: list },
  'client list': { words: 0, run: list },
  'client add': { words: 3, run: add({ isPublic: false }) },
  'client add-public': { words: 3, run: add({ isPublic: true }) },
  'client show': { words: 1, run: show },
  'client redirect-uris': { words: 2, run: change('redirectUris') },
  'client post-logout-uris': { words: 2, run: change('postLogoutUris') },
  'client logout-url': { words: 2, run: change('logoutUrl') },
  'client scopes': { words: 2, run: change('scopes') },
  'client first-party': { words: 2, run: change('isFirstParty') },
  'client pkce': { words: 2, run: changePkce },
  'client rotate-secret': { words: 1, run: rotateSecret },
  'client disable': { words: 1, run: disable(true) },
  'client enable': { words: 1, run: disable(false) },
  'client remove': { words: 1, run: remove },
  'client keys rotate': { words: 0, run: rotateKeys },
}
