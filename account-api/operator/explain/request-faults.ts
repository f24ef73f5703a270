import type { OpenApi } from '#account-api/applications/apis/api-store'
import { scopesAt } from '#account-api/applications/authorisation/asked-scopes'
import { acrAsked, acrValues } from '#account-api/applications/authorisation/assurance'
import { isNativeClient } from '#account-api/applications/clients/client-addresses'
import type { ClientRecord } from '#account-api/applications/clients/client-record'
import { beginningPath } from '#contract/applications/open-paths'
import { isOpenScope, leastScope } from '#contract/applications/open-scopes'

/** Why a request fails, and what to change. */
export interface Fault {
  about: string
  because: string
  toDo: string
}

export interface Asked {
  client: ClientRecord
  url: URL
  publicUrl: string
  /** All APIs that tokens are issued for. */
  apis: readonly OpenApi[]
}

/** Checks one part of a request. Undefined: it has no fault. */
type Judge = (asked: Asked) => Fault | undefined

/**
 * Why an authorisation request of a client fails, by its URL. Lists all reasons; the client itself gets only the first.
 */
export const faultsOf = (asked: Asked): Fault[] => judges.flatMap((judge) => judge(asked) ?? [])

/** A text of a URL, without characters that move the cursor of a terminal or reverse its text. */
const shown = (text: string): string => encodeURI(text).slice(0, 300)

const fault = (about: string, because: string, toDo: string): Fault => ({ about, because, toDo })

const place: Judge = ({ url, publicUrl }) => {
  const right = `${publicUrl}${beginningPath}`
  const given = `${url.origin}${url.pathname}`
  if (given === right) return undefined
  return fault(
    'address',
    `it goes to ${shown(given)}, and requests begin at ${right}`,
    'give the application this address, or the public URL to discover it by',
  )
}

const clientId: Judge = ({ client, url }) => {
  const given = url.searchParams.get('client_id')
  if (given === client.id) return undefined
  if (given === null) return fault('client_id', 'it is missing', `it has to be ${client.id}`)
  return fault('client_id', `it is ${shown(given)}`, `it has to be ${client.id}, or explain that client instead`)
}

const twice: Judge = ({ url }) => {
  const names = [...url.searchParams.keys()]
  const name = names.find((each, index) => each !== 'resource' && names.indexOf(each) < index)
  return name === undefined ? undefined : fault(shown(name), 'it occurs twice', 'send each parameter once')
}

/** Parameters of request forms that this product does not support. */
const unsupported: Judge = ({ client: { id, protocol }, url }) => {
  if (url.searchParams.has('registration'))
    return fault('registration', 'requests do not register clients', 'leave it out')
  const isSigned = url.searchParams.has('request')
  if (isSigned && protocol.keys === null)
    return fault(
      'request',
      'only clients with keys may send requests in a token',
      `send its parameters without a token, or register its keys by \`client keys ${id} …\``,
    )
  return !isSigned && protocol.requiresJar && !url.searchParams.has('request_uri')
    ? fault('request', 'the client has to sign its requests', 'switch signed requests (JAR) on in the application')
    : undefined
}

const responseType: Judge = ({ url }) => {
  const given = url.searchParams.get('response_type')
  return given === 'code'
    ? undefined
    : fault('response_type', given === null ? 'it is missing' : `it is ${shown(given)}`, 'it has to be code')
}

const responseModes = ['query', 'fragment', 'form_post']

const responseMode: Judge = ({ url }) => {
  const given = url.searchParams.get('response_mode')
  return given === null || responseModes.includes(given)
    ? undefined
    : fault('response_mode', `it is ${shown(given)}`, `it has to be one of ${responseModes.join(', ')}, or missing`)
}

const redirectUri: Judge = ({ client, url }) => {
  const given = url.searchParams.get('redirect_uri')
  if (given === null) return fault('redirect_uri', 'it is missing', `send one of ${client.redirectUris.join(', ')}`)
  if (client.redirectUris.includes(given) || (isNativeClient(client) && isHereAtAnyPort(client, given)))
    return undefined
  const near = client.redirectUris.find((uri) => alike(uri) === alike(given))
  const because = `it is ${shown(given)}, which no address of the client equals, letter by letter`
  const toDo = near === undefined ? 'correct the application' : `the nearest is ${near}: make the application send that`
  return fault('redirect_uri', because, `${toDo}; or register it by \`client redirect-uris ${client.id} …\``)
}

/** A loopback address has any port (RFC 8252, section 7.3). */
const isHereAtAnyPort = ({ redirectUris }: ClientRecord, given: string): boolean => {
  const withoutPort = (uri: string) => uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d{1,5}(?=\/)/, '$1')
  return redirectUris.some((uri) => /^http:/.test(uri) && withoutPort(uri) === withoutPort(given))
}

/** Addresses that people take for the same: with or without a slash at the end, capitals, www, or https. */
const alike = (uri: string): string =>
  uri
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '')

const scopesIn = (url: URL): string[] => (url.searchParams.get('scope') ?? '').split(' ').filter((name) => name !== '')

/** Each API that a request names, with the scopes that the client may request from people there. */
const resource: Judge = ({ client, url, apis }) => {
  for (const identifier of url.searchParams.getAll('resource')) {
    const api = apis.find((each) => each.identifier === identifier)
    if (!api)
      return fault(
        'resource',
        `no API is registered as ${shown(identifier)}`,
        'name one of `api list`, letter by letter',
      )
    const may = scopesAt(api, client.protocol.personScopes)
    if (!scopesIn(url).some((name) => may.includes(name)))
      return fault(
        'scope',
        `it has none that the client may ask for at ${api.id}: ${may.join(' ') || 'it may ask for nothing'}`,
        `add one, or allow it by \`api people ${api.id} ${client.id} …\``,
      )
  }
  return undefined
}

const scope: Judge = ({ client, url }) => {
  const names = scopesIn(url)
  if (!names.includes(leastScope) && !url.searchParams.has('resource'))
    return fault('scope', `it lacks ${leastScope}`, `it has to begin with ${leastScope}`)
  const refused = names.filter((name) => isOpenScope(name) && !client.scopes.includes(name) && !isDropped(url, name))
  if (refused.length === 0) return undefined
  const all = [...client.scopes, ...refused].join(',')
  return fault(
    'scope',
    `the client may not ask for ${refused.join(' ')}`,
    `leave it out, or allow it by \`client scopes ${client.id} ${all}\``,
  )
}

const lasting = 'offline_access'

/** Without `prompt=consent` this scope is removed from a request, but does not fail it. */
const isDropped = (url: URL, name: string): boolean => name === lasting && !promptsOf(url).includes('consent')

const pkce: Judge = ({ client, url }) => {
  const [challenge, method] = ['code_challenge', 'code_challenge_method'].map((name) => url.searchParams.get(name))
  const isNeeded = client.requiresPkce || client.secretHash === null
  if (!challenge && !method) {
    if (!isNeeded) return undefined
    const may = client.secretHash === null ? '' : `, or do without by \`client pkce ${client.id} optional\``
    return fault(
      'code_challenge',
      'the client needs PKCE, and the request has none',
      `switch PKCE with S256 on in the application${may}`,
    )
  }
  if (method !== 'S256')
    return fault('code_challenge_method', method ? `it is ${shown(method)}` : 'it is missing', 'it has to be S256')
  return /^[A-Za-z\d_.~-]{43,128}$/.test(challenge ?? '')
    ? undefined
    : fault('code_challenge', 'it is not a SHA-256 as base64url', 'have the application make it by RFC 7636')
}

const promptsOf = (url: URL): string[] =>
  (url.searchParams.get('prompt') ?? '').split(' ').filter((each) => each !== '')

const prompt: Judge = ({ url }) => {
  const given = promptsOf(url)
  const other = given.find((each) => !['none', 'login', 'consent', 'select_account'].includes(each))
  if (other !== undefined) return fault('prompt', `${shown(other)} is not one of its values`, 'leave it out')
  if (!given.includes('none')) return undefined
  return given.length > 1 ? fault('prompt', 'none is next to another value', 'send none alone') : undefined
}

const maxAge: Judge = ({ url }) => {
  const given = url.searchParams.get('max_age')
  return given === null || /^\d{1,15}$/.test(given)
    ? undefined
    : fault('max_age', 'it is not a number of seconds', 'send a number, or leave it out')
}

const pushed: Judge = ({ client, url }) =>
  (client.protocol.requiresPar || client.protocol.profile !== null) && !url.searchParams.has('request_uri')
    ? fault(
        'request_uri',
        'the requests of the client have to be pushed first, and this one was not',
        `switch pushed requests (PAR) on in the application, or do without by \`client par ${client.id} optional\``,
      )
    : undefined

/** An essential level has to be provable here. */
const acr: Judge = ({ url }) => {
  const { levels, isEssential } = acrAsked({ claims: url.searchParams.get('claims') ?? undefined })
  return isEssential && levels.length === 0
    ? fault('claims', 'its acr is essential and unknown here', `name one of ${acrValues.join(', ')}`)
    : undefined
}

const judges: readonly Judge[] = [
  ...[place, clientId, twice, unsupported, responseType, responseMode, redirectUri],
  ...[resource, scope, pkce, prompt, maxAge, pushed, acr],
]

/** Warnings about parts of a request that do not make it fail. */
export const notesOf = ({ client, url }: Pick<Asked, 'client' | 'url'>): string[] => {
  const names = scopesIn(url)
  const unknown = url.searchParams.has('resource') ? [] : names.filter((name) => !isOpenScope(name))
  return [
    ...(unknown.length > 0 ? [`The scopes ${unknown.map(shown).join(' ')} are unknown here, and ignored.`] : []),
    ...(names.includes(lasting) && isDropped(url, lasting) && !client.isFirstParty
      ? [`Without prompt=consent, ${lasting} is ignored: there is no refresh token.`]
      : []),
    ...(promptsOf(url).includes('none')
      ? ['With prompt=none nobody is shown a page: who is not signed in, or would be asked, brings an error back.']
      : []),
  ]
}
