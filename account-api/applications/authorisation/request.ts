import { z } from 'zod'
import { isNativeClient } from '#account-api/applications/clients/client-addresses'
import type { OwnedClient } from '#account-api/applications/clients/client-record'
import { isLivingClient } from '#account-api/applications/clients/client-rule'
import { placeOf } from '#account-api/applications/grants/agreed-to'
import type { Payload } from '#account-api/applications/grants/protocol-record'
import { recordHash } from '#account-api/applications/grants/protocol-store'
import type { Deployment, Stores } from '#account-api/applications/service'
import type { AskedScope } from '#contract/applications/open-scopes'
import { scopesAsked } from './asked-scopes'
import { acrAsked } from './assurance'
import { isBrowserKey } from './browser-key'
import { claimsAsked } from './claims-parameter'

/** The fields of the library's record of a request that are read here. Times are in seconds, except `begunAt`. */
const record = z.object({
  iat: z.number(),
  /** In milliseconds, like proofs: a proof in the same second but before the request does not count. */
  begunAt: z.number().optional(),
  exp: z.number(),
  deviceCode: z.string().optional(),
  returnTo: z.url(),
  params: z.looseObject({
    client_id: z.string(),
    scope: z.string().default(''),
    resource: z.union([z.string(), z.array(z.string())]).optional(),
    redirect_uri: z.string().optional(),
    login_hint: z.string().optional(),
    id_token_hint: z.string().optional(),
    acr_values: z.string().optional(),
    claims: z.string().optional(),
    max_age: z.coerce.number().optional(),
    prompt: z.string().default(''),
  }),
})

/** A request that waits for a person's answer, as read from its record. */
export interface HeldRequest {
  hash: string
  client: OwnedClient
  scopes: readonly AskedScope[]
  begunAt: number
  expiresAt: number
  /** The address at which the browser continues with the protocol once the request is answered. */
  returnTo: string
  loginHint: string | null
  /** The origin that the browser finally goes back to, or the scheme of an app, as `com.example.app:/`. */
  returnsTo: string
  /** The same address, as registered by the application. Undefined: the request of a device, which ends on our page. */
  redirectUri: string | undefined
  /** The only person whom the application accepts. */
  wantedAccountId: string | undefined
  /** The earliest proof that the application accepts, in ms. */
  provenSince: number | undefined
  /** The known values of `acr` that the application accepts. */
  levels: readonly string[]
  /**
   * True when the person is asked even if all was granted before: the application wants that, or another one could
   * imitate it.
   */
  asksAgain: boolean
  /** True when the application wants the person to choose an account. */
  choosesAccount: boolean
  /** True when it has an answer that no browser has used to continue yet. */
  isAnswered: boolean
  payload: Payload
}

/** A request in the browser in which it began, and which knows its name. */
export interface OpenRequest extends HeldRequest {
  uid: string
}

export type FoundRequest =
  | { ok: true; request: OpenRequest }
  | { ok: false; code: 'no_such_open_request' | 'open_request_elsewhere' | 'no_such_client' }

/** The handle of a request, and the key of its browser. A call may have neither. */
export interface RequestNames {
  uid: string | undefined
  browserKey: string | undefined
}

export const namesIn = (input: {
  request_uid?: string | undefined
  browser_key?: string | undefined
}): RequestNames => ({ uid: input.request_uid, browserKey: input.browser_key })

/**
 * Returns the handle of a request, in the browser where it began, or a failure. A call with an application's parameters
 * instead of a handle names no request: each request was checked when it began, and is bound to a browser.
 */
export const handleOf = (
  { secrets }: Pick<Deployment, 'secrets'>,
  { uid, browserKey }: RequestNames,
): { ok: true; uid: string } | { ok: false; code: 'no_such_open_request' | 'open_request_elsewhere' } => {
  if (uid === undefined || browserKey === undefined) return { ok: false, code: 'no_such_open_request' }
  return isBrowserKey(secrets, uid, browserKey) ? { ok: true, uid } : { ok: false, code: 'open_request_elsewhere' }
}

/** Finds a request, in the browser where it began. */
export const findRequest = async (stores: Stores, names: RequestNames): Promise<FoundRequest> => {
  const named = handleOf(stores.deployment, names)
  if (!named.ok) return named
  const { uid } = named
  const found = await findHeldRequest(stores, requestHash(uid))
  return found.ok ? { ok: true, request: { ...found.request, uid } } : found
}

export const requestHash = (uid: string): string => recordHash('Interaction', uid)

/** Finds a request by its stored name, which scanning its QR code returns. */
export const findHeldRequest = async (
  stores: Stores,
  hash: string,
): Promise<{ ok: true; request: HeldRequest } | { ok: false; code: 'no_such_open_request' | 'no_such_client' }> => {
  const payload = (await stores.protocol.find(hash))?.payload
  const found = record.safeParse(payload)
  if (!payload || !found.success || found.data.exp * 1000 <= stores.deployment.now())
    return { ok: false, code: 'no_such_open_request' }
  const { params, iat, exp, returnTo, deviceCode, begunAt = iat * 1000 } = found.data
  const prompts = params.prompt.split(' ')
  const redirectUri = deviceCode === undefined ? params.redirect_uri : undefined
  const client = await stores.openClients.find(params.client_id)
  if (!client || !isLivingClient(client)) return { ok: false, code: 'no_such_client' }
  return {
    ok: true,
    request: {
      hash,
      client,
      scopes: await scopesAsked(stores, client, params),
      begunAt,
      expiresAt: exp * 1000,
      returnTo,
      loginHint: params.login_hint ?? null,
      returnsTo: placeOf(redirectUri || stores.deployment.publicUrl),
      redirectUri,
      wantedAccountId: subjectOf(params.id_token_hint) ?? claimsAsked(params.claims).id_token.sub?.value,
      provenSince: provenSince(params, { begunAt, now: stores.deployment.now() }),
      levels: acrAsked(params).levels,
      asksAgain: prompts.some((prompt) => ['consent', 'select_account'].includes(prompt)) || isNativeClient(client),
      choosesAccount: prompts.includes('select_account'),
      isAnswered: payload.result !== undefined,
      payload,
    },
  }
}

/** The library has verified the token before it made the record. */
const subjectOf = (idToken: string | undefined): string | undefined => {
  if (idToken === undefined) return undefined
  const claims = z.object({ sub: z.string() })
  return claims.parse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())).sub
}

/** The earliest accepted time of a proof. `prompt=login` requires a proof made for this request. */
const provenSince = (
  { prompt, max_age }: { prompt: string; max_age?: number | undefined },
  { begunAt, now }: { begunAt: number; now: number },
): number | undefined => {
  const since = [
    ...(prompt.split(' ').includes('login') ? [begunAt] : []),
    ...(max_age === undefined ? [] : [Math.min(begunAt, now - max_age * 1000)]),
  ]
  return since.length === 0 ? undefined : Math.max(...since)
}
