import type { ApiChange, OpenApi, ScopeTexts } from '#account-api/applications/apis/api-store'
import { hours, minutes } from '#account-api/kernel/time'
import { noClient } from '#account-api/operator/clients/client-acts'
import { type Fault, faulty, type OperatorHandling, refuseFault } from '#account-api/operator/handling'
import { readNamed } from '#account-api/operator/registered/named'
import type { Service } from '#account-api/operator/service'
import { isOpenScope } from '#contract/applications/open-scopes'
import { done, refuse } from '#contract/server'

const mostScopes = 50
const mostTextLength = 100
const scopeName = /^[A-Za-z\d][\w.:/-]{0,63}$/

/**
 * How long a token for an API may live, in seconds. A token that the API verifies on its own cannot be revoked there.
 */
const [usualSeconds, leastSeconds] = [minutes(10) / 1000, minutes(1) / 1000]
const mostSeconds: Record<OpenApi['tokenFormat'], number> = { jwt: hours(1) / 1000, opaque: hours(24) / 1000 }

const noApi = (id: string) => refuse('no_such_api', `No API ${id} is registered.`)

const findApi = async ({ storage }: Service, id: string): Promise<OpenApi | undefined> =>
  (await storage.apis.list()).find((api) => api.id === id)

const readScopes = (given: Readonly<Record<string, string | ScopeTexts>>): { scopes: OpenApi['scopes'] } | Fault => {
  const all = Object.entries(given)
  if (all.length > mostScopes) return faulty(`An API has at most ${mostScopes} scopes.`)
  const scopes: Record<string, ScopeTexts> = {}
  for (const [name, words] of all) {
    if (!scopeName.test(name) || isOpenScope(name))
      return faulty(
        `A scope consists of letters, digits and . _ : / -, and is not one of this site's: ${name.slice(0, 64)}`,
      )
    const texts = typeof words === 'string' ? { en: words, 'zh-Hans': words } : words
    if (Object.values(texts).some((text) => text.trim() === '' || text.length > mostTextLength))
      return faulty(`The words for ${name} have 1 to ${mostTextLength} characters in each language.`)
    scopes[name] = texts
  }
  return { scopes }
}

const scopesAre = ({ id, scopes }: Pick<OpenApi, 'id' | 'scopes'>): string =>
  `The scopes of ${id} are ${Object.keys(scopes).join(', ') || 'none yet'}.`

export const apisHandlers = {
  listApis: async (_, { service: { storage } }) => {
    const apis = await storage.apis.list()
    return done({
      apis: apis.map(
        ({
          createdAt: _,
          tokenFormat,
          tokenSeconds,
          mayRefresh,
          organisationScopes,
          documentScopes,
          clientId,
          ...api
        }) => ({
          ...api,
          token_format: tokenFormat,
          token_seconds: tokenSeconds,
          may_refresh: mayRefresh,
          organisation_scopes: [...organisationScopes],
          document_scopes: [...documentScopes],
          client_key: clientId,
        }),
      ),
    })
  },

  addApi: async ({ id, identifier, name }, { service: { deployment, storage } }) => {
    const named = readNamed(id, name)
    if ('fault' in named) return refuseFault(named)
    const isUri = URL.canParse(identifier) && /^[\x21-\x7e]+$/.test(identifier) && !identifier.includes('#')
    if (!isUri || identifier.length > 500)
      return refuse('invalid_input', 'The identifier is an absolute URI without a fragment.')
    if (new URL(identifier).origin === new URL(deployment.publicUrl).origin)
      return refuse('invalid_input', 'This is the origin of this site itself.')
    const usual = {
      tokenFormat: 'opaque',
      tokenSeconds: usualSeconds,
      mayRefresh: false,
      organisationScopes: [],
      documentScopes: [],
      clientId: null,
    } as const
    const api = { ...named, identifier, scopes: {}, ...usual, createdAt: deployment.now() }
    if (await storage.apis.insert(api)) return done({})
    return refuse('taken', `Another API has the id ${id} or this identifier, or a removed one had the id.`)
  },

  changeApi: async ({ id, reason: _, ...asked }, { service }) => {
    const api = await findApi(service, id)
    if (!api) return noApi(id)
    const {
      client_key: clientId,
      token_format: tokenFormat,
      token_seconds: tokenSeconds,
      may_refresh: mayRefresh,
      organisation_scopes: organisationScopes,
      document_scopes: documentScopes,
    } = asked
    const read = asked.scopes && readScopes(asked.scopes)
    if (read && 'fault' in read) return refuseFault(read)
    if (typeof clientId === 'string' && !(await service.storage.openClients.find(clientId))) return noClient(clientId)
    const given = { tokenFormat, tokenSeconds, mayRefresh, organisationScopes, documentScopes, clientId, ...read }
    const change: ApiChange = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    if (Object.keys(change).length === 0) return refuse('invalid_input', 'Name a field to change.')
    const becomes = { ...api, ...change }
    if (
      [...(organisationScopes ?? []), ...(documentScopes ?? [])].some((scope) => !Object.hasOwn(becomes.scopes, scope))
    )
      return refuse('invalid_input', scopesAre(becomes))
    const most = mostSeconds[becomes.tokenFormat]
    if (becomes.tokenSeconds < leastSeconds || becomes.tokenSeconds > most)
      return refuse('invalid_input', `Tokens of this format live for ${leastSeconds} to ${most} seconds.`)
    return (await service.storage.apis.change(id, change)) ? done({}) : noApi(id)
  },

  removeApi: async ({ id }, { service: { deployment, storage } }) =>
    (await storage.apis.change(id, { removedAt: deployment.now() })) ? done({}) : noApi(id),

  allowApi: async ({ id, client_key: key, machine_scopes, person_scopes, exchange_scopes }, { service }) => {
    const { openClients } = service.storage
    const [api, client] = [await findApi(service, id), await openClients.find(key)]
    if (!api) return noApi(id)
    if (!client) return noClient(key)
    const given = { machineScopes: machine_scopes, personScopes: person_scopes, exchangeScopes: exchange_scopes }
    if (Object.values(given).some((asked = []) => asked.some((scope) => !Object.hasOwn(api.scopes, scope))))
      return refuse('invalid_input', scopesAre(api))
    const isProven = client.secretHash !== null || client.protocol.usesKeys
    if (!isProven && (machine_scopes || exchange_scopes))
      return refuse('not_possible', `${key} has neither a secret nor keys, so anybody could pretend to be it.`)
    const protocol = { ...client.protocol }
    for (const [kind, asked] of Object.entries(given) as [keyof typeof given, string[] | undefined][])
      if (asked) {
        const { [id]: __, ...others } = protocol[kind]
        protocol[kind] = asked.length === 0 ? others : { ...others, [id]: [...new Set(asked)] }
      }
    const isChanged = await openClients.change(key, { protocol })
    return isChanged ? done({}) : noClient(key)
  },
} satisfies OperatorHandling
