import { shownNameOf } from '#account-api/accounts/names/shown-name'
import { inTransaction, type Transaction } from '#account-api/applications/service'
import type { From } from '#account-api/kernel/from'
import { lockActing, type NotActing } from '#account-api/organisations/organisation/acting'
import { type ActingInLog, recordInOrganisation } from '#account-api/organisations/organisation/log/log'
import { tellManager } from '#account-api/organisations/organisation/manager-news'
import type { Acting } from '#account-api/organisations/records/member-record'
import type { ClientNameRefusal, ClientUrlFault, ClientUrlField } from '#contract/applications/open-clients'
import { type ApiScope, type OpenScope, partsOf } from '#contract/applications/open-scopes'
import type { OrganisationAct, OrganisationValues } from '#contract/organisations/organisation-acts'
import { looksLike } from '#rules/typed/name-key'
import { askedUrlFaults, type UrlFault, urlFaults } from './client-addresses'
import type { ClientProtocol } from './client-protocol'
import type { ClientRecord } from './client-record'
import { clientRule, freshClient, newClientKey, scopesOf } from './client-rule'
import { newSecret } from './secret'

const needed = 'application.manage'

/** A client, for a member acting in its organisation. */
export interface OwnClient {
  acting: Acting
  key: string
  from: From
}

export type NoClient = { ok: false; code: 'no_client_of_subject' }
export type Changed = { ok: true; client: ClientRecord } | NotActing | NoClient

/** The fields of an organisation's client, as typed. */
export interface TypedFacts {
  name: string
  redirectUris: readonly string[]
  postLogoutUris: readonly string[]
  /** Empty: none. */
  logoutUrl: string
  scopes: readonly OpenScope[]
  requiresPkce: boolean
  /** The scopes of APIs that it gets for itself. */
  serviceScopes: readonly ApiScope[]
}

type Facts = Pick<ClientRecord, 'name' | 'redirectUris' | 'postLogoutUris' | 'logoutUrl' | 'scopes' | 'requiresPkce'> &
  Pick<TypedFacts, 'serviceScopes'>

type FactsRefused =
  | { ok: false; code: 'invalid_input'; fields: { field: string; reason: 'invalid' }[] }
  | { ok: false; code: 'client_name_refused'; reason: ClientNameRefusal }
  | { ok: false; code: 'client_urls_refused'; refused: (UrlFault<ClientUrlFault> & { field: ClientUrlField })[] }

type Registered =
  | { ok: true; client: ClientRecord; secret: string | null }
  | NotActing
  | FactsRefused
  | { ok: false; code: 'too_many_clients'; most: number }

/** Registers a client of an organisation. Only this answer has the secret; a public client has none. */
export const registerClient = inTransaction<
  Omit<OwnClient, 'key'> & { facts: TypedFacts; isPublic: boolean },
  Registered
>(async (stores, { acting: asked, facts, isPublic, from }) => {
  const now = await lockActing(stores, asked, needed)
  if (!now.ok) return now
  const organisationId = now.acting.organisation.id
  const present = await stores.openClients.ofOrganisation(organisationId)
  const most = clientRule.mostOfOrganisation
  if (present.length >= most) return { ok: false, code: 'too_many_clients', most }
  const read = await readFacts(stores, { facts, isPublic }, present)
  if (!read.ok) return read
  const { secret, hash } = newSecret()
  const client: ClientRecord = {
    ...freshClient,
    id: newClientKey(),
    organisationId,
    isVerified: false,
    secretHash: isPublic ? null : hash,
    createdAt: stores.deployment.now(),
    registeredBy: now.acting.member.publicId,
    ...columnsFor(stores, freshClient, read.facts),
  }
  if (!(await stores.openClients.insert(client))) throw new Error('a random key was made twice')
  await recordClientAct(stores, {
    kind: 'client_registered',
    of: { acting: now.acting, from },
    client,
    after: told(read.facts),
  })
  await tellManager(stores, { change: 'application_registered', ...now.acting, from })
  return { ok: true, client, secret: isPublic ? null : secret }
})

/** Changes the given fields. Changing the name, the addresses or its own scopes ends the operator's review. */
export const updateClient = inTransaction<OwnClient & { facts: Partial<TypedFacts> }, Changed | FactsRefused>(
  async (stores, { facts, ...of }) => {
    const found = await lockOwnClient(stores, of)
    if (!found.ok) return found
    const { acting, client } = found
    const present = await stores.openClients.ofOrganisation(acting.organisation.id)
    const others = present.filter(({ id }) => id !== client.id)
    const isPublic = client.secretHash === null
    const { appSchemes } = client
    const typed = { facts: { ...typedOf(client), ...facts }, isPublic, appSchemes }
    const read = await readFacts(stores, typed, others)
    if (!read.ok) return read
    const { before, after } = differences(told(factsIn(client)), told(read.facts))
    if (Object.keys(after).length === 0) return { ok: true, client }
    const staysVerified = !['name', 'redirect_uris', 'service_scopes'].some((field) => field in after)
    const change = { ...columnsFor(stores, client, read.facts), isVerified: client.isVerified && staysVerified }
    await stores.openClients.change(client.id, change)
    await recordClientAct(stores, { kind: 'client_updated', of: { ...of, acting }, client, before, after })
    if (!staysVerified) await tellManager(stores, { change: 'application_changed', ...acting, from: of.from })
    return { ok: true, client: { ...client, ...change } }
  },
)

/** Disables a client, or enables one that only the organisation has disabled. */
export const disableClient = inTransaction<
  OwnClient & { isDisabled: boolean },
  Changed | { ok: false; code: 'client_disabled_by_operator' }
>(async (stores, { isDisabled, ...of }) => {
  const found = await lockOwnClient(stores, of)
  if (!found.ok) return found
  const { acting, client } = found
  if ((client.disabledAt !== null) === isDisabled) return { ok: true, client }
  if (!isDisabled && !client.isDisabledByOwner) return { ok: false, code: 'client_disabled_by_operator' }
  const change = { disabledAt: isDisabled ? stores.deployment.now() : null, isDisabledByOwner: isDisabled }
  await stores.openClients.change(client.id, change)
  const kind = isDisabled ? 'client_disabled' : 'client_enabled'
  await recordClientAct(stores, { kind, of: { ...of, acting }, client })
  return { ok: true, client: { ...client, ...change } }
})

/** Removes a client, which revokes all its tokens at once. A job erases its authorisations. */
export const removeClient = inTransaction<OwnClient, { ok: true } | NotActing | NoClient>(async (stores, of) => {
  const found = await lockOwnClient(stores, of)
  if (!found.ok) return found
  const { acting, client } = found
  await stores.openClients.setIcon(client.id, null)
  await stores.openClients.remove(client.id, stores.deployment.now())
  const entry = { of: { ...of, acting }, client, before: told(factsIn(client)) }
  await recordClientAct(stores, { kind: 'client_removed', ...entry })
  await tellManager(stores, { change: 'application_removed', ...acting, from: of.from })
  return { ok: true }
})

/** Locks the organisation, and finds its client. A client of another organisation, or of the operator, is not found. */
export const lockOwnClient = async (
  stores: Transaction,
  { acting: asked, key }: OwnClient,
): Promise<{ ok: true; acting: Acting; client: ClientRecord } | NotActing | NoClient> => {
  const now = await lockActing(stores, asked, needed)
  if (!now.ok) return now
  const client = await stores.openClients.find(key)
  if (client?.organisationId !== now.acting.organisation.id) return { ok: false, code: 'no_client_of_subject' }
  return { ok: true, acting: now.acting, client }
}

export type ClientAct = Extract<OrganisationAct, `client_${string}`>

/** Adds an entry about a client to the log of its organisation. Secrets are never logged. */
export const recordClientAct = (
  stores: Transaction,
  {
    kind,
    of: { acting, from },
    client: { id, name },
    ...values
  }: {
    kind: ClientAct
    of: { acting: ActingInLog; from: From }
    client: Pick<ClientRecord, 'id' | 'name'>
    before?: OrganisationValues
    after?: OrganisationValues
  },
): Promise<void> => recordInOrganisation(stores, { kind, acting, target: { publicId: id, name }, from, ...values })

/** Reads the typed fields, given the other clients of the organisation. */
const readFacts = async (
  stores: Transaction,
  {
    facts: { name: typed, redirectUris, postLogoutUris, logoutUrl, scopes, requiresPkce, serviceScopes },
    isPublic,
    appSchemes = [],
  }: { facts: TypedFacts; isPublic: boolean; appSchemes?: readonly string[] },
  others: readonly ClientRecord[],
): Promise<{ ok: true; facts: Facts } | FactsRefused> => {
  const name = shownNameOf(typed)
  if (name === undefined) return { ok: false, code: 'invalid_input', fields: [{ field: 'name', reason: 'invalid' }] }
  if (others.some((other) => looksLike(name, other.name)))
    return { ok: false, code: 'client_name_refused', reason: 'taken' }
  const names = [...(await stores.openClients.ofOperator()), ...Object.values(stores.deployment.application.names)]
  if (names.some((known) => looksLike(name, typeof known === 'string' ? known : known.name)))
    return { ok: false, code: 'client_name_refused', reason: 'imitates' }
  const offered = await offeredScopes(stores)
  if (serviceScopes.some((scope) => isPublic || !offered.includes(scope)))
    return { ok: false, code: 'invalid_input', fields: [{ field: 'service_scopes', reason: 'invalid' }] }
  const logoutUrls = logoutUrl === '' ? [] : [logoutUrl]
  const mayBeNative = isPublic
  const refused = [
    ...urlFaults(redirectUris, { isNeeded: serviceScopes.length === 0, mayBeNative, appSchemes }).map((fault) => ({
      field: 'redirect_uris' as const,
      ...fault,
    })),
    ...urlFaults(postLogoutUris, { mayBeNative, appSchemes }).map((fault) => ({
      field: 'post_logout_uris' as const,
      ...fault,
    })),
    ...logoutUrls.flatMap(askedUrlFaults).map((fault) => ({ field: 'logout_url' as const, ...fault })),
  ]
  if (refused.length > 0) return { ok: false, code: 'client_urls_refused', refused }
  const [url = null] = logoutUrls
  // A client without a secret needs PKCE to prove that a code is its own.
  const asked = { scopes: scopesOf(scopes), requiresPkce: requiresPkce || mayBeNative }
  return { ok: true, facts: { name, redirectUris, postLogoutUris, logoutUrl: url, serviceScopes, ...asked } }
}

const factsIn = (client: ClientRecord): Facts => ({ ...client, serviceScopes: scopesInside(client.protocol) })

const typedOf = (client: ClientRecord): TypedFacts => ({ ...factsIn(client), logoutUrl: client.logoutUrl ?? '' })

/** The scopes of APIs that an organisation has given to its client, in one list. */
export const scopesInside = ({ serviceScopes }: ClientProtocol): ApiScope[] =>
  Object.entries(serviceScopes).flatMap(([api, names]) => names.map((name) => `${api}/${name}` as const))

export const offeredScopes = async ({ apis }: Pick<Transaction, 'apis'>): Promise<ApiScope[]> =>
  (await apis.list()).flatMap(({ id, scopes, organisationScopes }) =>
    organisationScopes.filter((name) => Object.hasOwn(scopes, name)).map((name) => `${id}/${name}` as const),
  )

/** The fields in the form of the record. The secret of a service account expires. */
const columnsFor = (
  { deployment }: Pick<Transaction, 'deployment'>,
  { protocol, secretExpiresAt }: Pick<ClientRecord, 'protocol' | 'secretExpiresAt'>,
  { serviceScopes, ...facts }: Facts,
) => {
  const byApi: Record<string, string[]> = {}
  for (const { api, name } of serviceScopes.map(partsOf)) byApi[api] = [...(byApi[api] ?? []), name]
  const expiresAt = secretExpiresAt ?? (serviceScopes.length > 0 ? deployment.now() + clientRule.serviceSecretMs : null)
  return { ...facts, protocol: { ...protocol, serviceScopes: byApi }, secretExpiresAt: expiresAt }
}

/** The values of a client that the log records. */
const told = ({
  name,
  redirectUris,
  postLogoutUris,
  logoutUrl,
  scopes,
  requiresPkce,
  serviceScopes,
}: Facts): OrganisationValues => ({
  name,
  redirect_uris: redirectUris,
  post_logout_uris: postLogoutUris,
  logout_url: logoutUrl,
  scopes,
  requires_pkce: requiresPkce,
  service_scopes: serviceScopes,
})

const differences = (before: OrganisationValues, after: OrganisationValues) => {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof OrganisationValues])
  const changed = Object.fromEntries(Object.entries(after).filter(isChanged))
  const was = Object.entries(before).filter(([name]) => name in changed)
  return { before: Object.fromEntries(was) as OrganisationValues, after: changed as OrganisationValues }
}
