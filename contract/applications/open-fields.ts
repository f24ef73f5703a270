import { z } from 'zod'
import { aliasOf } from '#contract/terms/aliases'
import { knownPicture, no, shownAddress, text, word } from '#contract/terms/fields'
import { sensitive } from '#contract/terms/sensitive'
import { vouchedUrl } from '#contract/terms/vouched-url'
import { openScopeNames } from './open-scopes'

/** An application that requests authorisation from people. */
export const openClient = z.object({
  client_key: text,
  /** Empty: the account API does not say, so its key is shown instead. */
  name: text,
  icon: knownPicture,
  /** True when the operator has verified it. */
  is_verified: no,
  /** The name of the organisation that registered it. Null: the operator registered it. */
  owner: shownAddress,
  /** The host of the metadata document of an unregistered application. Null: the application is registered. */
  document_host: shownAddress,
  /** A mail domain that this organisation has proven. Null: none, or not requested. */
  owner_domain: shownAddress,
  /** The logo of this organisation, if it has proven a mail domain. */
  owner_logo: knownPicture,
})

/** A scope of this site, or of an API: the id of the API, a slash, and the scope there. */
export const apiScope = z.templateLiteral([z.string().max(40), '/', z.string().max(64)])
export const agreedScope = z.enum(openScopeNames).or(apiScope)

/** A scope that an application requests from a person, for a page. */
export const shownScope = z.object({
  scope: word(openScopeNames),
  is_sensitive: no,
  /** The API of the scope, with its texts. Null: a scope of this site. */
  api: z
    .object({ name: text, words: z.object({ en: text, 'zh-Hans': text }).prefault({}) })
    .nullable()
    .default(null),
})

const clientKey = z.string().min(1).max(64)

/**
 * An application that requests authorisation from people. OAuth 2.0 (RFC 6749, section 2.2) calls its client_key the
 * client_id.
 */
export const byClientKey = { client_key: clientKey, client_id: aliasOf('client_key', clientKey) }

/** The handle of a request that the bundled account API holds. */
export const requestUid = z.string().regex(/^[\w-]{21,64}$/)

/**
 * A request of an application, in the browser where it began: its handle, from the address of the page, and the value
 * of the cookie `openauth.sig`, which the browser has on that page only. Without the cookie it is empty.
 */
export const requestHandle = { request_uid: requestUid, browser_key: sensitive(z.string().max(128)) }

/** The scopes that an application requests, separated by spaces (RFC 6749, section 3.3). */
const askedScope = z
  .string()
  .max(300)
  .regex(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)

/** An https URL, or http on this machine, without user, password and fragment (RFC 6749, section 3.1.2). */
const redirectUri = z
  .string()
  .max(1024)
  .regex(/^https?:\/\/[\w.~:/?[\]@!$&'()*+,;=%-]+$/)
  .refine((text) => vouchedUrl.safeParse(text).success)

/**
 * The parameters with which an application sends a browser (spec section 3, "Open authorisation"). A web app keeps them in
 * one cookie, which their limits leave room for.
 */
const parameters = {
  client_key: clientKey.regex(/^[\x21-\x7e]+$/),
  scope: askedScope,
  /** The entry of the application that the person came through, for the operator. */
  source: z.string().regex(/^[\x20-\x7e]{1,64}$/),
  redirect_uri: redirectUri,
  /** The application’s own value, which it gets back unchanged (RFC 6749, section 4.1.2). */
  state: z.string().regex(/^[\x20-\x7e]{1,512}$/),
}

/** The parameters that an application must send. */
export const openParameters = z.object({
  client_key: parameters.client_key,
  scope: parameters.scope.optional(),
  source: parameters.source.optional(),
  redirect_uri: parameters.redirect_uri,
  state: parameters.state.optional(),
})
export type OpenParameters = z.output<typeof openParameters>

/**
 * A request of an application, named in one of two ways. The bundled account API holds requests and needs the handle:
 * without it no request is found, and the parameters have no effect. An account API that holds none gets the
 * parameters, each time.
 */
export const openRequest = {
  request_uid: requestHandle.request_uid.optional(),
  browser_key: requestHandle.browser_key.optional(),
  client_key: parameters.client_key.optional(),
  client_id: aliasOf('client_key', parameters.client_key),
  scope: parameters.scope.optional(),
  scopes: aliasOf('scope', askedScope),
  source: parameters.source.optional(),
  redirect_uri: parameters.redirect_uri.optional(),
  state: parameters.state.optional(),
}

/** Facts of a client that may differ from those a person agreed to, with the old values. */
export const changedSince = z.object({ what: z.enum(['name', 'owner', 'place']), was: z.string().nullable() })

export type ChangedSince = z.infer<typeof changedSince>
