import { z } from 'zod'
import { readNameHere, shownNameMaxLength } from '#account-api/accounts/names/shown-name'
import { makeCounted } from '#account-api/accounts/pictures/picture'
import { type Deployment, inTransaction, type Service } from '#account-api/applications/service'
import { failureOf } from '#account-api/kernel/failures/failure'
import { count } from '#account-api/kernel/limits/limits'
import { hours, seconds } from '#account-api/kernel/time'
import { askedUrlFaults, urlFaults } from './client-addresses'
import { putIcon } from './client-icon'
import { type ClientKeySet, judgeKeySet } from './client-keys'
import { usualProtocol } from './client-protocol'
import type { ClientRecord, OwnedClient } from './client-record'
import { clientIconSize, clientKeyOf, freshClient, scopesOf } from './client-rule'

/**
 * Clients that no one registers: OAuth Client ID Metadata Document, draft-ietf-oauth-client-id-metadata-document-02.
 */
export const documentRule = {
  /** How long a document is valid. Its HTTP headers do not count, because a thief could make it valid for a year. */
  believedMs: hours(1),
  /** How much longer the last document is valid while its server does not answer. */
  silenceMs: hours(24),
  patienceMs: seconds(2.5),
  maxBytes: 8 * 1024,
  logoMaxBytes: 100 * 1024,
  urlMaxLength: 200,
}

/** The address of a document: https, a public host, a path, in the canonical spelling of browsers. */
export const isDocumentUrl = ({ outsideOrLocal }: Deployment, id: string): boolean => {
  if (id.length > documentRule.urlMaxLength || outsideOrLocal.refusalOf(id) !== undefined) return false
  const { href, pathname, hash, search } = new URL(id)
  return href === id && pathname !== '/' && hash === '' && search === ''
}

/** The fields that are read from a document. Other fields are ignored, so a document cannot give itself rights. */
const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: z.enum(['none', 'private_key_jwt']).default('none'),
  logo_uri: z.string().optional(),
  jwks: z.unknown().optional(),
  jwks_uri: z.string().optional(),
  // Everybody can read the document, so a secret in it is a mistake.
  client_secret: z.undefined().optional(),
  client_secret_expires_at: z.undefined().optional(),
})

const keysIn = ({ jwks, jwks_uri }: z.output<typeof documentSchema>): ClientKeySet | { uri: string } | undefined => {
  if (jwks_uri !== undefined) return askedUrlFaults(jwks_uri).length === 0 ? { uri: jwks_uri } : undefined
  const judged = judgeKeySet(jwks)
  return judged.ok ? judged.keys : undefined
}

/** A logo on another host could belong to another application. */
const logoIn = (url: string, logo: string | undefined): string | null =>
  logo !== undefined && URL.canParse(logo) && new URL(logo).origin === new URL(url).origin ? logo : null

/** The client of a document. Undefined: the document is not usable. */
const clientIn = ({ deployment }: Service, url: string, body: Uint8Array): ClientRecord | undefined => {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
  const read = documentSchema.safeParse(json)
  if (!read.success || read.data.client_id !== url) return undefined
  const { client_name: typed = '', redirect_uris: redirectUris, token_endpoint_auth_method: method } = read.data
  const keys = method === 'none' ? null : keysIn(read.data)
  if (keys === undefined || urlFaults(redirectUris, { isNeeded: true, mayBeNative: keys === null }).length > 0)
    return undefined
  const named = readNameHere(deployment, 'application', typed)
  const at = deployment.now()
  return {
    ...freshClient,
    id: clientKeyOf(url),
    // A name that nobody may have is not shown. The host is on the page anyway.
    name: named.ok && [...named.value].length <= shownNameMaxLength ? named.value : new URL(url).hostname,
    organisationId: null,
    redirectUris,
    postLogoutUris: [],
    logoutUrl: null,
    scopes: scopesOf(['profile', 'offline_access']),
    isVerified: false,
    secretHash: null,
    protocol: { ...usualProtocol, document: url, logo: logoIn(url, read.data.logo_uri), keys, usesKeys: keys !== null },
    createdAt: at,
    documentUntil: at + documentRule.believedMs,
  }
}

/** Asks for a document or a logo. `silent`: its server gave no answer. */
const ask = async (
  { deployment }: Service,
  url: string,
  maxBytes: number,
): Promise<Uint8Array | 'silent' | undefined> => {
  try {
    const { status, body } = await deployment.outsideOrLocal.ask(url, {
      maxBytes,
      patienceMs: documentRule.patienceMs,
    })
    if (status >= 500 || status === 429) return 'silent'
    return status === 200 ? body : undefined
  } catch (error) {
    deployment.warn({ ...failureOf(error), url }, 'a metadata document of a client could not be read')
    return 'silent'
  }
}

const keepLogo = inTransaction<Parameters<typeof putIcon>[1], unknown>(putIcon)

/** Reads the logo that a document names. A client whose logo cannot be read has none. */
const replaceLogo = async (service: Service, { id, protocol: { logo } }: ClientRecord): Promise<void> => {
  const upload = logo === null ? undefined : await ask(service, logo, documentRule.logoMaxBytes)
  const isRead = upload !== undefined && upload !== 'silent'
  const made = isRead ? await makeCounted(service, { accountId: id, upload, size: clientIconSize }) : undefined
  await keepLogo(service, { key: id, base64: made?.ok ? made.base64 : null })
}

/**
 * The client with a metadata document at this address. Fetches the document if it has expired.
 * @param from the address of the request that names it
 * @returns undefined without a usable document, and in a deployment that accepts no documents
 */
export const describedClient = async (
  service: Service,
  url: string,
  from: string,
): Promise<OwnedClient | undefined> => {
  const { deployment, storage } = service
  if (!deployment.readsClientDocuments || !isDocumentUrl(deployment, url)) return undefined
  const at = deployment.now()
  const known = await storage.openClients.find(url)
  const until = known?.documentUntil ?? 0
  if (known && (until > at || known.disabledAt !== null)) return known
  const kept = until + documentRule.silenceMs > at ? known : undefined
  const counters = [
    await count(storage, 'documentsFromAnAddress', { subject: from, at }),
    await count(storage, 'documentsOfAHost', { subject: new URL(url).hostname, at }),
  ]
  if (!counters.every(({ within }) => within)) return kept
  const body = await ask(service, url, documentRule.maxBytes)
  if (body === 'silent') return kept
  const client = body && clientIn(service, url, body)
  if (!client) return undefined
  await storage.openClients.putDescribed(client)
  if (client.protocol.logo !== (known?.protocol.logo ?? null)) await replaceLogo(service, client)
  return storage.openClients.find(url)
}
