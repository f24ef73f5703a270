import { z } from 'zod'
import { call } from '#contract/call'
import { inSubject } from '#contract/organisations/organisation-fields'
import { bytes, pictureKey } from '#contract/terms/fields'
import { reads } from '#contract/terms/power'
import { sensitive } from '#contract/terms/sensitive'
import { shownName } from '#contract/terms/shown-names'
import { clientNameMaxLength, clientUrlMaxLength, mostClientUrls } from './open-clients'
import { apiScope, byClientKey, shownScope } from './open-fields'
import { openScopeNames } from './open-scopes'

const needed = { auth: 'member', needs: 'application.manage' } as const

/** An application of the organisation, by its client_key. */
const thisClient = { ...inSubject, ...byClientKey }

const scope = z.enum(openScopeNames)

// The domain refuses longer or additional addresses, and names them.
const url = z.string().max(4 * clientUrlMaxLength)
const urls = z.array(url).max(5 * mostClientUrls)

/** Scopes of APIs that the application gets for itself. With some, it is a service account. */
const serviceScopes = z.array(apiScope).max(50)

const facts = {
  name: shownName('application', sensitive(z.string().max(4 * clientNameMaxLength))),
  redirect_uris: urls,
  post_logout_uris: urls,
  /** Empty: none. */
  logout_url: url,
  scopes: z.array(scope).max(openScopeNames.length),
  /** 0: its requests need no PKCE. Has no effect for an application without a secret. */
  requires_pkce: z.coerce.number().int().min(0).max(1),
  service_scopes: serviceScopes,
}

const ownClient = z.object({
  client_key: z.string(),
  name: z.string(),
  icon: pictureKey.nullable(),
  is_verified: z.boolean(),
  /** True when it keeps a secret. */
  is_confidential: z.boolean(),
  /** True when its requests need PKCE (RFC 7636), as those of an application without a secret always do. */
  requires_pkce: z.boolean().default(true),
  redirect_uris: z.array(z.string()),
  post_logout_uris: z.array(z.string()),
  logout_url: z.string().nullable(),
  scopes: z.array(scope),
  created_at: z.iso.datetime(),
  /** Null: it is not disabled. */
  disabled_since: z.iso.datetime().nullable(),
  disabled_by: z.enum(['organisation', 'operator']).nullable(),
  /** Identifies the current secret, without revealing it. Null: none. */
  secret_id: z.string().nullable(),
  /** Until when the previous secret is accepted too. Null: it is not. */
  previous_secret_until: z.iso.datetime().nullable(),
  service_scopes: z.array(shownScope).default([]),
  /** The name of the member who has registered it. Null: they have left, or it is not known. */
  registered_by: z.string().nullable().default(null),
  /** When it last got a token for itself, to the hour. Null: never. */
  last_used_at: z.iso.datetime().nullable().default(null),
  /** When the current secret expires. Null: never. */
  secret_expires_at: z.iso.datetime().nullable().default(null),
})

/** The scopes of APIs that the organisation may give to its applications (service_scopes). */
const offered_scopes = z.array(shownScope).default([])

/** The application after the change. */
const changed = z.object({ client: ownClient })

export const listSubjectClients = call({
  name: 'listSubjectClients',
  power: reads('session'),
  summary: 'Returns the applications that the organisation has registered for open authorisation.',
  method: 'GET',
  path: '/passport/org/client/list',
  input: z.object(inSubject),
  output: z.object({
    clients: z.array(ownClient),
    /** The maximum number of applications of the organisation. */
    most: z.number().int(),
    offered_scopes,
    /** The issuer, in the terms of OpenID Connect. */
    issuer: z.string(),
  }),
  ...needed,
  whenSuspended: true,
})

export const listMemberClients = call({
  name: 'listMemberClients',
  power: reads('session'),
  summary: 'Returns the enabled applications of the organisation, as all of its members see them.',
  method: 'GET',
  path: '/passport/org/client/names',
  input: z.object(inSubject),
  output: z.object({
    clients: z.array(
      z.object({
        client_key: z.string(),
        name: z.string(),
        /** The host that people come back to. Empty: it is an app. */
        host: z.string().default(''),
      }),
    ),
  }),
  auth: 'member',
})

export const subjectClientInfo = call({
  name: 'subjectClientInfo',
  power: reads('session'),
  summary: 'Returns one application of the organisation, without its secret.',
  method: 'GET',
  path: '/passport/org/client/info',
  input: z.object(thisClient),
  output: z.object({ client: ownClient, issuer: z.string(), offered_scopes }),
  errors: ['no_client_of_subject'],
  ...needed,
  whenSuspended: true,
})

/** The power of a call that can redirect what people prove to an application. */
const changesClient = {
  proof: 'fresh',
  act: 'organisation',
  factor: true,
  tells: ['application_changed'],
  undoneBy: 'given',
  limit: 'none',
} as const

export const registerClient = call({
  name: 'registerClient',
  power: {
    proof: 'fresh',
    act: 'organisation',
    tells: ['application_registered'],
    factor: true,
    undoneBy: 'given',
    limit: 'clients',
  },
  summary:
    'Registers an application that asks people for authorisation. With service_scopes it registers a service account, which needs no redirect URIs and has secrets that expire. Its client_key is generated. Only this answer contains its secret. With is_confidential=0 it has no secret.',
  path: '/passport/org/client/register',
  input: z.object({
    ...inSubject,
    ...facts,
    post_logout_uris: urls.default([]),
    logout_url: url.default(''),
    requires_pkce: facts.requires_pkce.default(1),
    service_scopes: serviceScopes.default([]),
    is_confidential: z.coerce.number().int().min(0).max(1).default(1),
  }),
  output: z.object({ client: ownClient, secret: z.string().nullable() }),
  errors: ['client_name_refused', 'client_urls_refused', 'too_many_clients'],
  ...needed,
  once: true,
})

export const updateClient = call({
  name: 'updateClient',
  power: changesClient,
  summary:
    "Changes an application. Omitted fields stay. A new name or new redirect URIs end the operator's verification.",
  path: '/passport/org/client/update',
  input: z.object({ ...thisClient, ...z.object(facts).partial().shape }),
  output: changed,
  errors: ['no_client_of_subject', 'client_name_refused', 'client_urls_refused'],
  ...needed,
  event: 'if_changed',
})

export const uploadClientIcon = call({
  name: 'uploadClientIcon',
  power: { proof: 'fresh', act: 'organisation', tells: [], undoneBy: 'others', limit: 'pictures' },
  summary: "Sets the picture of an application, under the limits of avatars. It ends the operator's verification.",
  path: '/passport/org/client/icon/upload',
  body: 'multipart',
  input: z.object({ ...thisClient, pic: bytes }),
  output: changed,
  errors: ['no_client_of_subject', 'picture_refused', 'changed_too_often', 'too_large'],
  ...needed,
})

export const removeClientIcon = call({
  name: 'removeClientIcon',
  power: { proof: 'fresh', act: 'organisation', tells: [], undoneBy: 'others', limit: 'none' },
  summary: 'Removes the picture of an application.',
  path: '/passport/org/client/icon/remove',
  input: z.object(thisClient),
  output: changed,
  errors: ['no_client_of_subject'],
  ...needed,
  event: 'if_changed',
})

export const rotateClientSecret = call({
  name: 'rotateClientSecret',
  power: changesClient,
  summary:
    'Replaces the secret in secret_id by a new one, which only this answer shows. The previous secret works for 7 more days; an older one ends at once.',
  path: '/passport/org/client/secret/rotate',
  input: z.object({ ...thisClient, secret_id: z.string().min(1).max(64) }),
  output: z.object({ client: ownClient, secret: z.string() }),
  errors: ['no_client_of_subject', 'client_secret_changed', 'client_has_no_secret'],
  ...needed,
  once: true,
})

export const endClientSecret = call({
  name: 'endClientSecret',
  power: { proof: 'fresh', act: 'organisation', tells: [], undoneBy: 'others', limit: 'none' },
  summary: 'Ends the previous secret at once.',
  path: '/passport/org/client/secret/end',
  input: z.object(thisClient),
  output: changed,
  errors: ['no_client_of_subject'],
  ...needed,
  event: 'if_changed',
})

export const disableClient = call({
  name: 'disableClient',
  power: { proof: 'fresh', act: 'organisation', tells: [], undoneBy: 'others', limit: 'none' },
  summary: 'Disables an application (is_disabled=1), or enables it again. Disabling ends all its tokens permanently.',
  path: '/passport/org/client/disable',
  input: z.object({ ...thisClient, is_disabled: z.coerce.number().int().min(0).max(1) }),
  output: changed,
  errors: ['no_client_of_subject', 'client_disabled_by_operator'],
  ...needed,
  event: 'if_changed',
})

export const removeClient = call({
  name: 'removeClient',
  power: {
    proof: 'fresh',
    act: 'organisation',
    factor: true,
    tells: ['application_removed'],
    undoneBy: 'stays',
    limit: 'none',
  },
  summary:
    'Removes an application with all authorisations that people have given it. Its client_key is never used again.',
  path: '/passport/org/client/remove',
  input: z.object(thisClient),
  output: z.object({ removed: z.boolean() }),
  errors: ['no_client_of_subject'],
  ...needed,
})
