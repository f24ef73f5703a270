import { z } from 'zod'
import { aliasOf } from '../terms/aliases'
import { pictureKey } from '../terms/fields'
import { sensitive } from '../terms/sensitive'

/** An application that asks people for authorisation. */
export const openClient = z.object({
  client_key: z.string(),
  name: z.string(),
  icon: pictureKey.nullable(),
  /** The operator has looked at it. */
  is_verified: z.boolean(),
  /** The name of the organisation that registered it. Null: the operator did. */
  owner: z.string().nullable(),
  /** A mail domain that this organisation has proven. Null: none, or it is not asked about. */
  owner_domain: z.string().nullable().default(null),
})

const clientKey = z.string().min(1).max(64)

/** Names an application that asks people. OAuth 2.0 (RFC 6749, section 2.2) calls its client_key the client_id. */
export const byClientKey = { client_key: clientKey, client_id: aliasOf('client_key', clientKey) }

/**
 * Names a request of an application, in the browser where it was begun: its handle, from the address of the page, and the
 * value of the cookie `openauth.sig`, which the browser has on that page alone. Without the cookie it is empty.
 */
export const openRequest = {
  request_uid: z.string().regex(/^[\w-]{21,64}$/),
  browser_key: sensitive(z.string().max(128)),
}
